import {
  type BaselineComparison,
  type BaselineFigure,
  REGRESSION_CONFIDENCE,
} from '../../model/load/load-result.ts';
import { InputError } from '../../errors.ts';
import type { LoadFigures } from '../../model/load/resolved-counts.ts';
import type { LoadInterval } from '../../model/load/load-series.ts';
import type { ExecutorSpec } from '../../model/scenario/load-spec.ts';
import { toJson } from '../../model/json.ts';
import type { Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type Counted, type Spread, spreadOf } from '../../statistics/design-effect.ts';

// A change below this is no regression: two runs on one machine differ by as much.
const LEAST_CHANGE = 0.05;
// The same of shares, which chance alone hardly ever changes by as much.
const LEAST_SHARE = 0.01;

/** The payments of a load, and when they are sent. */
export interface LoadShape {
  readonly scenario: Pick<Scenario, 'name' | 'traffic' | 'steps'>;
  readonly executors: readonly ExecutorSpec[];
}

/**
 * A run that cannot be a baseline is refused: nothing is slower than failing at once, and more payments a second are
 * another question. Throws InputError.
 */
export function requireBaseline(baseline: Run, current: LoadShape): void {
  const refuse = (message: string, hint: string): never => {
    throw new InputError({ message: `no baseline: ${message}`, hint });
  };
  const { load, header, partial } = baseline;
  if (load === undefined)
    return refuse(`it is a ${header.job} run`, 'Give the folder of an earlier millrace load.');
  const { counts } = load.aggregate;
  const { scenario } = current;
  if (header.scenario.name !== scenario.name)
    refuse(`it loaded ${header.scenario.name}, this is ${scenario.name}`, 'Compare loads of one scenario.');
  if (shapeText({ scenario: header.scenario, executors: load.spec.executors }) !== shapeText(current))
    refuse(
      'its payments came at another rate, in another number, or with other amounts',
      'Give the flags that it was given, or make a new baseline.',
    );
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

// Steps matter only where they are the load.
function shapeText({ scenario: { traffic, steps }, executors }: LoadShape): string {
  return toJson([traffic, executors.length > 0 ? executors : steps]);
}

/** The figures that became significantly worse since an earlier load of the same scenario. */
export function compareLoads(loads: ComparedLoads): BaselineComparison {
  const figures = [
    share('payments_succeeded', loads, { part: 'succeeded', better: 'more' }),
    share('payments_indeterminate', loads, { part: 'indeterminate', better: 'less' }),
    share('dropped', loads, { part: 'dropped', better: 'less' }),
    ...PERCENTS.flatMap((percent) => [
      latency('payment_duration', loads, { percent, of: 'service' }),
      latency('payment_response_time', loads, { percent, of: 'response' }),
    ]),
  ];
  return { confidence: REGRESSION_CONFIDENCE, figures };
}

type ComparedLoads = Readonly<Record<'baseline' | 'current', LoadFigures>>;

const PERCENTS = [50, 95, 99];

type Part = 'succeeded' | 'indeterminate' | 'dropped';

function share(
  metric: string,
  { baseline, current }: ComparedLoads,
  { part, better }: { readonly part: Part; readonly better: 'more' | 'less' },
): BaselineFigure {
  const [before, now] = [baseline, current].map(({ counts, answers = counts }) => ({
    of: counts.payments + counts.dropped,
    part: part === 'succeeded' ? answers.succeeded : counts[part],
  })) as [Counted, Counted];
  const [first, second] = [ratio(before), ratio(now)];
  const pooled = ratio({ part: before.part + now.part, of: before.of + now.of });
  const [then, today] = [baseline, current].map((load) =>
    spreadOf(load.series.intervals.map(countedPart(part))),
  ) as [Spread, Spread];
  const variance =
    pooled * (1 - pooled) * (then.effect / Math.max(1, before.of) + today.effect / Math.max(1, now.of));
  const least = Math.max(then.quantile, today.quantile) * Math.sqrt(variance);
  const change = better === 'more' ? first - second : second - first;
  const worse = now.of > 0 && change > least;
  return { metric, baseline: first, current: second, worse, unclear: !worse && change > LEAST_SHARE };
}

function countedPart(part: Part): (interval: Readonly<LoadInterval>) => Counted {
  return (interval) => {
    const { succeeded, failed, indeterminate, dropped } = interval;
    return { of: succeeded + failed + indeterminate + dropped, part: interval[part] };
  };
}

function ratio({ part, of }: Counted): number {
  return of === 0 ? 0 : part / of;
}

type Duration = 'service' | 'response';

// A bucket of one digit is at most this wide.
const COURSE_ERROR = 0.125;

function latency(
  metric: string,
  { baseline, current }: ComparedLoads,
  { percent, of }: { readonly percent: number; readonly of: Duration },
): BaselineFigure {
  const name = `${metric} p(${percent})`;
  const before = baseline[of].percentileMs(percent);
  if (current[of].count === 0) return { metric: name, baseline: before, worse: true, unclear: false };
  const now = current[of].percentileMs(percent);
  const [least, most] = [rankBounds(current, of, percent).low, rankBounds(baseline, of, percent).high];
  const worse = least > most * (1 + LEAST_CHANGE);
  const unclear = !worse && now > before * (1 + LEAST_CHANGE);
  return { metric: name, baseline: before, current: now, worse, unclear };
}

// The rank of a percentile among n values is binomial, so its bounds are values of nearby ranks.
function rankBounds(
  load: LoadFigures,
  of: Duration,
  percent: number,
): { readonly low: number; readonly high: number } {
  const durations = load[of];
  const middleMs = durations.percentileMs(percent);
  // The course is kept to one digit: what lies in the same bucket as the percentile is above it or not, as one.
  const spreads = [middleMs, middleMs * (1 - COURSE_ERROR)].map((boundMs) =>
    spreadOf(
      load.series.intervals.map((interval) => ({
        of: interval[of].count,
        part: interval[of].countAbove(boundMs),
      })),
    ),
  );
  const effect = Math.max(...spreads.map((spread) => spread.effect));
  const quantile = Math.max(...spreads.map((spread) => spread.quantile));
  const part = percent / 100;
  const spread = 100 * quantile * Math.sqrt((part * (1 - part) * effect) / durations.count);
  return {
    low: durations.percentileMs(Math.max(0, percent - spread)),
    // Beyond the slowest payment nothing is known of how slow payments may be.
    high: percent + spread > 100 ? Number.POSITIVE_INFINITY : durations.percentileMs(percent + spread),
  };
}
