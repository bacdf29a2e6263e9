/** The same of both runs: B is what A is compared with. */
export interface Sides<T> {
  readonly a: T;
  readonly b: T;
}

/** Computes the same of each run. */
export function eachSide<From, To>({ a, b }: Sides<From>, of: (side: From) => To): Sides<To> {
  return { a: of(a), b: of(b) };
}

/** Every key of either map with what both hold under it; `absent` where one has none. */
export function joined<Key, Value, Absent>(
  { a, b }: Sides<ReadonlyMap<Key, Value>>,
  absent: Absent,
): readonly (readonly [Key, Sides<Value | Absent>])[] {
  const keys = new Set([...a.keys(), ...b.keys()]);
  return [...keys].map((key) => [key, { a: a.get(key) ?? absent, b: b.get(key) ?? absent }]);
}

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
  return joined(counts, 0).map(([key, { a, b }]) => [key, { a, b, difference: differenceOf(a, b) }]);
}

/** The changes with the most weight, heaviest first, and how many there are in all. */
export interface Changed<Change> {
  readonly changed: readonly Change[];
  readonly changedInAll: number;
}

// The file of a network of thousands stays small; the smallest changes say least.
const MOST_KEPT = 200;

/** Sorts changes by weight, then by name, and leaves out those that weigh nothing. */
export function mostChanged<Change>(
  changes: readonly Change[],
  {
    weigh,
    nameOf,
  }: { readonly weigh: (change: Change) => number; readonly nameOf: (change: Change) => string },
): Changed<Change> {
  const weighed = changes
    .map((change) => ({ change, weight: weigh(change), name: nameOf(change) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1));
  return {
    changed: weighed.slice(0, MOST_KEPT).map(({ change }) => change),
    changedInAll: weighed.length,
  };
}

// A mean that is summed up in another order differs in its last digits: that is no change.
const NOISE = 1e-12;

function differenceOf(a: number, b: number): number {
  const difference = b - a;
  return Math.abs(difference) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}
