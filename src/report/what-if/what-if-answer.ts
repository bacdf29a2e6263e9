import { metricSidesText, pointsText } from '../words/metric-text.ts';
import { metricWords } from '../words/metric-words.ts';
import { counted } from '../words/number-format.ts';
import type { ToldWhatIf } from './run-pages.ts';
import type { MetricChange } from './sides.ts';
import { isUnchanged } from './what-if.ts';

/** Changes are made for the first of these; figures that only follow from the number of payments come last. */
export const FIRST = [
  'success_rate',
  'volume_rate',
  'latency_p50_ms',
  'latency_p95_ms',
  'fee_share',
  'drained_channels',
  'imbalance_mean',
  'path_length_mean',
  'payments',
  'indeterminate',
  'locked_at_end',
  'unexpected_outcomes',
];

/** The effect of the change on payments, in a sentence. */
export function whatIfAnswer(whatIf: ToldWhatIf): string {
  const rate = whatIf.metrics.find(({ metric }) => metric === 'success_rate');
  const paid = whatIf.metrics.find(({ metric }) => metric === 'payments');
  if (isUnchanged(whatIf))
    return `Nothing changed: ${counted(paid?.a ?? 0, 'payment')} ended alike, every figure is the same.`;
  if (rate === undefined || paid === undefined || paid.a + paid.b === 0) return 'Neither run made payments.';
  const { a, b, difference } = rate;
  const told = metricSidesText('success_rate', { a, b });
  if (difference === 0) return `Success is ${told.a} in both. ${otherChanges(whatIf)}`;
  const chance = whatIf.statistics?.mayBeChance === true ? ', which chance may explain' : '';
  return `Success ${told.a} in A, ${told.b} in B: ${pointsText(difference)}${chance}.`;
}

// Of the figures that changes are made for, the one that changed by the largest part.
function otherChanges({ metrics, token }: ToldWhatIf): string {
  const changed = metrics.filter(({ difference }) => difference !== 0);
  const part = ({ a, b, difference }: MetricChange): number =>
    Math.abs(difference) / Math.max(Math.abs(a), Math.abs(b));
  const [most] = changed
    .filter(({ metric }) => FIRST.includes(metric) || !changed.some((other) => FIRST.includes(other.metric)))
    .toSorted((one, other) => part(other) - part(one));
  if (most === undefined) return 'No other figure changed.';
  const { a, b } = metricSidesText(most.metric, most, token);
  const named = changed.length === 1 ? '' : ', most of all';
  return `${counted(changed.length, 'other figure')} changed${named}: ${metricWords(most.metric)}, ${a} in A, ${b} in B.`;
}
