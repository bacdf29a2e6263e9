import type { BaselineComparison, BaselineFigure } from '../model/baseline.ts';
import { REGRESSION_CONFIDENCE } from '../model/baseline.ts';
import { InputError } from '../model/errors.ts';
import type { LatencyHistogram } from '../model/latency-histogram.ts';
import type { LoadAggregate } from '../model/load-aggregate.ts';
import type { Run } from '../model/run.ts';

// One-sided quantile of the normal distribution for REGRESSION_CONFIDENCE.
const Z = 2.326;

// Payments of one load are not independent, so intervals are too narrow; a change below this is not a regression.
const LEAST_CHANGE = 0.05;

/** A run that cannot be a baseline is refused: nothing is slower than failing at once. Throws InputError. */
export function requireBaseline(baseline: Run, scenario: string): void {
  const refuse = (message: string, hint: string): never => {
    throw new InputError({ message: `no baseline: ${message}`, hint });
  };
  const { load, header, partial } = baseline;
  if (load === undefined)
    return refuse(`it is a ${header.job} run`, 'Give the folder of an earlier millrace load.');
  const { counts } = load.aggregate;
  if (header.scenario.name !== scenario)
    refuse(`it loaded ${header.scenario.name}, this is ${scenario}`, 'Compare loads of one scenario.');
  if (partial) refuse('it was broken off', 'Give a run that reached its end.');
  if (counts.payments < LEAST_PAYMENTS)
    refuse(`it has ${counts.payments} payments`, `At least ${LEAST_PAYMENTS} make percentiles.`);
  if (counts.succeeded * 2 < counts.payments)
    refuse(
      `${counts.succeeded} of its ${counts.payments} payments succeeded`,
      'A run made of failures says nothing about how fast payments are.',
    );
}

const LEAST_PAYMENTS = 100;

/** What became worse since an earlier load of the same scenario, beyond what chance explains. */
export function compareLoads({
  baseline,
  current,
}: {
  readonly baseline: LoadAggregate;
  readonly current: LoadAggregate;
}): BaselineComparison {
  const figures = [
    share('payments_succeeded', { baseline, current, part: ({ succeeded }) => succeeded, better: 'more' }),
    share('payments_indeterminate', {
      baseline,
      current,
      part: ({ indeterminate }) => indeterminate,
      better: 'less',
    }),
    share('dropped', { baseline, current, part: ({ dropped }) => dropped, better: 'less' }),
    ...PERCENTS.flatMap((percent) => [
      latency('payment_duration', percent, { baseline: baseline.service, current: current.service }),
      latency('payment_response_time', percent, { baseline: baseline.response, current: current.response }),
    ]),
  ];
  return { confidence: REGRESSION_CONFIDENCE, figures };
}

const PERCENTS = [50, 95, 99];

function share(
  metric: string,
  {
    baseline,
    current,
    part,
    better,
  }: {
    readonly baseline: LoadAggregate;
    readonly current: LoadAggregate;
    readonly part: (counts: LoadAggregate['counts']) => number;
    readonly better: 'more' | 'less';
  },
): BaselineFigure {
  const [before, now] = [baseline.counts, current.counts].map((counts) => ({
    of: counts.payments + counts.dropped,
    part: part(counts),
  })) as [Share, Share];
  const [first, second] = [ratio(before), ratio(now)];
  const pooled = ratio({ part: before.part + now.part, of: before.of + now.of });
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / Math.max(1, before.of) + 1 / Math.max(1, now.of)));
  const change = better === 'more' ? first - second : second - first;
  return { metric, baseline: first, current: second, worse: now.of > 0 && change > Z * spread };
}

interface Share {
  readonly part: number;
  readonly of: number;
}

function ratio({ part, of }: Share): number {
  return of === 0 ? 0 : part / of;
}

function latency(
  metric: string,
  percent: number,
  { baseline, current }: { readonly baseline: LatencyHistogram; readonly current: LatencyHistogram },
): BaselineFigure {
  const name = `${metric} p(${percent})`;
  if (current.count === 0) return { metric: name, baseline: baseline.percentileMs(percent), worse: true };
  const [least, most] = [rankBounds(current, percent).low, rankBounds(baseline, percent).high];
  return {
    metric: name,
    baseline: baseline.percentileMs(percent),
    current: current.percentileMs(percent),
    worse: least > most * (1 + LEAST_CHANGE),
  };
}

// The rank of a percentile among n independent values is binomial, so its bounds are values of nearby ranks.
function rankBounds(
  durations: LatencyHistogram,
  percent: number,
): { readonly low: number; readonly high: number } {
  const part = percent / 100;
  const spread = 100 * Z * Math.sqrt((part * (1 - part)) / durations.count);
  return {
    low: durations.percentileMs(Math.max(0, percent - spread)),
    high: durations.percentileMs(Math.min(100, percent + spread)),
  };
}
