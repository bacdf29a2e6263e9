import { InvariantError } from '../../errors.ts';
import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import { isLoadMetricName, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import type { LoadFigures } from '../../model/load/resolved-counts.ts';
import type { JudgedThreshold } from '../../model/load/load-result.ts';
import type { ThresholdSpec } from '../../model/scenario/load-spec.ts';
import { type Aggregation, holds, parseThreshold } from '../../model/scenario/threshold.ts';

/**
 * Judges thresholds by what a load has shown so far; of one that is over, by its resolved figures. One that found no sample is not met: a load that did nothing
 * must not pass.
 */
export function judgeThresholds(
  thresholds: readonly ThresholdSpec[],
  figures: LoadFigures,
): readonly JudgedThreshold[] {
  return thresholds.map((threshold) => {
    const { metric, condition } = threshold;
    const parsed = parseThreshold(condition);
    if (parsed === undefined || !isLoadMetricName(metric))
      throw new InvariantError(`no threshold: ${metric} ${condition}`);
    const actual = actualOf(metric, parsed.aggregation, figures);
    if (actual === undefined) return { threshold, met: false };
    return { threshold, actual, met: holds(parsed, actual) };
  });
}

/** One figure of a load; `undefined`: no sample. */
function actualOf(
  metric: LoadMetricName,
  aggregation: Aggregation,
  aggregate: LoadFigures,
): number | undefined {
  const { counts, answers = counts } = aggregate;
  switch (metric) {
    case 'payment_duration':
      return trend(aggregate.service, aggregation);
    case 'payment_response_time':
      return trend(aggregate.response, aggregation);
    case 'payment_lag':
      return trend(aggregate.lag, aggregation);
    case 'payments':
      return counter(counts.payments);
    case 'dropped':
      return counter(counts.dropped);
    case 'payments_succeeded':
      return rate(answers.succeeded, counts.payments);
    case 'answered':
      return rate(counts.payments - answers.indeterminate, counts.payments);
    case 'payments_failed':
      return rate(counts.failed, counts.payments);
    case 'payments_indeterminate':
      return rate(counts.indeterminate, counts.payments);
    case 'outcome_as_expected':
      // Only payments with a certain prediction count: the others could not disagree.
      return rate(counts.foreseen - counts.unexpected, counts.foreseen);
  }
  function counter(count: number): number | undefined {
    if (counts.payments + counts.dropped === 0) return undefined;
    if (aggregation.kind === 'count') return count;
    // Until the last payment ended.
    const elapsedMs = counts.lastEndedAtMs;
    return elapsedMs === 0 ? undefined : count / (elapsedMs / 1000);
  }
}

function rate(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

function trend(durations: LatencyHistogram, aggregation: Aggregation): number | undefined {
  if (durations.count === 0) return undefined;
  switch (aggregation.kind) {
    case 'avg':
      return durations.meanMs;
    case 'min':
      return durations.minMs;
    case 'max':
      return durations.maxMs;
    case 'med':
      return durations.percentileMs(50);
    case 'percentile':
      return durations.percentileMs(aggregation.percent);
    case 'count':
    case 'rate':
    case 'value':
      throw new InvariantError(`${aggregation.kind} of a trend`);
  }
}
