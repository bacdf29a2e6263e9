import { percentText, grouped, counted, foundBeside } from '../words/number-format.ts';
import { metricText, pointsText } from '../words/metric-text.ts';
import type { PaymentPairs, PlanOverlap } from './payment-pairs.ts';
import { type ComparedRun, isUnchanged, type SuccessStatistics, type WhatIf } from './what-if.ts';

/** The effect of the change on payments, in a sentence. */
export function whatIfAnswer(whatIf: WhatIf): string {
  const rate = whatIf.metrics.find(({ metric }) => metric === 'success_rate');
  const paid = whatIf.metrics.find(({ metric }) => metric === 'payments');
  if (isUnchanged(whatIf))
    return `Nothing changed: ${counted(paid?.a ?? 0, 'payment')} ended alike, every figure is the same.`;
  if (rate === undefined || paid === undefined || paid.a + paid.b === 0) return 'Neither run made payments.';
  const { a, b, difference } = rate;
  const change = difference === 0 ? 'no change' : pointsText(difference);
  return `Success ${metricText('success_rate', a)} in A, ${metricText('success_rate', b)} in B: ${change}.`;
}

/** How the payments that both runs asked for ended. */
export function pairsText({ kind, shared }: PlanOverlap, pairs: PaymentPairs): string {
  const { both, onlyA, onlyB, neither } = pairs;
  const which =
    kind === 'same' ? `the same ${grouped(shared)} in both` : `${grouped(shared)} are the same in both`;
  return `${which}: ${grouped(both)} succeeded in both, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B, ${grouped(neither)} in neither`;
}

/** Says whether chance may explain the difference between runs of other payments. */
export function statisticsText({
  confidence,
  difference: [low, high],
  mayBeChance,
}: SuccessStatistics): string {
  const meaning = mayBeChance ? 'chance may explain it' : 'more than chance explains';
  return `between ${pointsText(low)} and ${pointsText(high)} with ${percentText(confidence)} confidence, as if payments were independent: ${meaning}`;
}

/** Which payments one run has and the other has not. */
export function overlapText({ kind, shared, onlyA, onlyB }: PlanOverlap): string {
  if (kind === 'same') return `the same ${counted(shared, 'payment')} in both runs`;
  const others = `${grouped(onlyA)} are in A only, ${grouped(onlyB)} in B only`;
  return kind === 'partly'
    ? `${counted(shared, 'payment')} are in both runs, ${others}`
    : `not the same payments: ${grouped(onlyA + shared)} in A, ${grouped(onlyB + shared)} in B`;
}

/** The points in which a run is not as its scenario says, and whether it broke off. */
export function faultsOf({ unmet, unexpectedSteps, broken, partial }: ComparedRun): readonly string[] {
  return [
    ...unmet.map(({ text, actual }) => `${text}   is ${foundBeside(text, actual ?? undefined)}`),
    ...unexpectedSteps.map(
      ({ step, asked, expected, observed }) =>
        `${step}: ${asked}, expected ${expected}, observed ${observed}`,
    ),
    ...broken,
    ...(partial ? ['it broke off before its end, so its figures are of a part'] : []),
  ];
}
