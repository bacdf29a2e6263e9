import { withoutUndefined } from '../../model/without-undefined.ts';
import { toJson } from '../../model/json.ts';
import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadAftermath, LoadResult } from '../../model/load/load-result.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';

/** A type with decimal strings for big integers. */
export type InStrings<T> = T extends bigint
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: InStrings<T[Key]> }
    : T;

type Percentiles = Readonly<Record<'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p99_9' | 'max', number>>;

function byName(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The part of `summary.json` that only loads have, in plain JSON values; durations in milliseconds. */
export function loadSummary(load: LoadResult, records: Iterable<OperationRecord>) {
  const { engine, aggregate, kept, thresholds, abortedBy, brokenOff, checks, findings, driver } = load;
  const { counts, failures, unanswered } = resolvedCounts(aggregate, records);
  return withoutUndefined({
    engine,
    // Payments without an answer count as what reading showed of them; the metrics are made of these.
    counts: { ...counts },
    kept,
    reasons: byName(failures),
    unanswered: byName(unanswered),
    serviceMs: percentilesOf(aggregate.service),
    responseMs: percentilesOf(aggregate.response),
    lagMs: percentilesOf(aggregate.lag),
    thresholds: thresholds.map(({ threshold: { metric, condition }, actual = null, met }) => ({
      metric,
      condition,
      actual,
      met,
    })),
    abortedBy,
    brokenOff,
    checks,
    findings,
    driver,
    baseline: load.baseline,
    course: load.course,
    watch: load.watch && withoutSteps(load.watch),
    aftermath: load.aftermath && (JSON.parse(toJson(load.aftermath)) as InStrings<LoadAftermath>),
  });
}

// `load.json` has the steps.
function withoutSteps({
  steps: _steps,
  stepMs: _stepMs,
  ...rest
}: LoadWatch): Omit<LoadWatch, 'steps' | 'stepMs'> {
  return rest;
}

function percentilesOf(histogram: LatencyHistogram): Percentiles | null {
  if (histogram.count === 0) return null;
  return {
    mean: histogram.meanMs,
    p50: histogram.percentileMs(50),
    p90: histogram.percentileMs(90),
    p95: histogram.percentileMs(95),
    p99: histogram.percentileMs(99),
    p99_9: histogram.percentileMs(99.9),
    max: histogram.maxMs,
  };
}
