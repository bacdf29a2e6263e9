import { addInterval, emptyInterval, type LoadInterval, type LoadSeries } from './load-series.ts';
import { type LoadWatch, watchedBetween, type WatchStep } from './load-watch.ts';

/** Intervals of a load that follow each other, as one. */
export interface LoadStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly sum: Readonly<LoadInterval>;
  /** Sent and not ended at its end. */
  readonly inFlight: number;
  /** The channels as they were read during it; absent: none were read. */
  readonly watched?: WatchStep;
}

/** The intervals of a load, so many at a time. */
export function loadStretches(
  { intervals, intervalMs }: LoadSeries,
  { size }: { readonly size: number },
  watch?: LoadWatch,
): readonly LoadStretch[] {
  const stretches: LoadStretch[] = [];
  let inFlight = 0;
  for (let first = 0; first < intervals.length; first += size) {
    const sum = emptyInterval();
    for (const interval of intervals.slice(first, first + size)) addInterval(sum, interval);
    inFlight += sum.started - sum.succeeded - sum.failed - sum.indeterminate;
    const [fromMs, toMs] = [first * intervalMs, (first + size) * intervalMs];
    const watched = watch && watchedBetween(watch, { fromMs, toMs });
    stretches.push({ fromMs, toMs, sum, inFlight, ...(watched === undefined ? {} : { watched }) });
  }
  return stretches;
}
