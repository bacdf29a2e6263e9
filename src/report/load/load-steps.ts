import type { LoadSeries } from '../../model/load/load-series.ts';
import { type LoadWatch, watchedBetween, type WatchStep } from '../../model/load/load-watch.ts';
import { LatencyHistogram } from '../../statistics/latency-histogram.ts';

/** One step of a load against time. */
export interface LoadStep {
  readonly fromMs: number;
  readonly toMs: number;
  readonly intended: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly indeterminate: number;
  readonly dropped: number;
  /** Sent and not ended at its end. */
  readonly inFlight: number;
  /** What was read beside it; absent: nothing was. */
  readonly watched?: WatchStep;
  /** Of the payments due in it; absent: none was. */
  readonly service?: { readonly p50: number; readonly p99: number };
  readonly response?: { readonly p50: number; readonly p99: number };
}

/** A load's series in at most so many steps of equal length. */
export function loadSteps(series: LoadSeries, most: number, watch?: LoadWatch): readonly LoadStep[] {
  const { intervals, intervalMs } = series;
  const size = Math.max(1, Math.ceil(intervals.length / most));
  const steps: LoadStep[] = [];
  let inFlight = 0;
  for (let first = 0; first < intervals.length; first += size) {
    const step = {
      intended: 0,
      succeeded: 0,
      failed: 0,
      indeterminate: 0,
      dropped: 0,
    };
    const service = new LatencyHistogram(1);
    const response = new LatencyHistogram(1);
    for (const interval of intervals.slice(first, first + size)) {
      for (const name of Object.keys(step) as (keyof typeof step)[]) step[name] += interval[name];
      inFlight += interval.started - interval.succeeded - interval.failed - interval.indeterminate;
      service.merge(interval.service);
      response.merge(interval.response);
    }
    const [fromMs, toMs] = [first * intervalMs, (first + size) * intervalMs];
    const watched = watch && watchedBetween(watch, { fromMs, toMs });
    steps.push({
      fromMs,
      toMs,
      ...step,
      inFlight,
      ...(watched === undefined ? {} : { watched }),
      ...(service.count === 0 ? {} : { service: percentiles(service), response: percentiles(response) }),
    });
  }
  return steps;
}

function percentiles(histogram: LatencyHistogram): { readonly p50: number; readonly p99: number } {
  return { p50: histogram.percentileMs(50), p99: histogram.percentileMs(99) };
}
