import { joined, type Sides } from './sides.ts';

/** One figure of both runs; `difference` is B less A. */
export interface MetricChange extends Sides<number> {
  readonly metric: string;
  readonly difference: number;
}

/** Every metric of either run, in their order; a reason that only one run knows counts 0 in the other. */
export function metricChanges(metrics: Sides<Readonly<Record<string, number>>>): readonly MetricChange[] {
  return countChanges({
    a: new Map(Object.entries(metrics.a)),
    b: new Map(Object.entries(metrics.b)),
  }).map(([metric, change]) => ({ metric, ...change }));
}

/** How counts changed under their keys; what is missing was counted 0 times. */
export function countChanges<Key>(
  counts: Sides<ReadonlyMap<Key, number>>,
): readonly (readonly [Key, Omit<MetricChange, 'metric'>])[] {
  return joined(counts, 0).map(([key, { a, b }]) => [key, { a, b, difference: b - a }]);
}
