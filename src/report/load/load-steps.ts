import type { LoadSeries } from '../../model/load/load-series.ts';
import { loadStretches } from '../../model/load/load-stretches.ts';
import type { LoadWatch, WatchStep } from '../../model/load/load-watch.ts';
import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';

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
  const size = Math.max(1, Math.ceil(series.intervals.length / most));
  return loadStretches(series, { size }, watch).map(({ sum, ...stretch }) => {
    const { intended, succeeded, failed, indeterminate, dropped, service, response } = sum;
    return {
      ...stretch,
      intended,
      succeeded,
      failed,
      indeterminate,
      dropped,
      ...(service.count === 0 ? {} : { service: percentiles(service), response: percentiles(response) }),
    };
  });
}

function percentiles(histogram: LatencyHistogram): { readonly p50: number; readonly p99: number } {
  return { p50: histogram.percentileMs(50), p99: histogram.percentileMs(99) };
}
