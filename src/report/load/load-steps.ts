import type { LoadInterval, LoadSeries } from '../../model/load/load-series.ts';
import { type LoadStretch, loadStretches } from '../../model/load/load-stretches.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';

/** One step of a load against time. */
export interface LoadStep
  extends Omit<LoadStretch, 'sum'>,
    Pick<LoadInterval, 'intended' | 'succeeded' | 'failed' | 'indeterminate' | 'dropped'> {
  /** Of the payments due in it; absent: none was. */
  readonly service?: Tails;
  readonly response?: Tails;
}

type Tails = Readonly<Record<'p50' | 'p99', number>>;

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

function percentiles(histogram: LatencyHistogram): Tails {
  return { p50: histogram.percentileMs(50), p99: histogram.percentileMs(99) };
}
