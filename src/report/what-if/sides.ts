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

/** The metrics of either run, in their order; a metric that one run lacks counts 0 in it. */
export function metricChanges(metrics: Sides<Readonly<Record<string, number>>>): readonly MetricChange[] {
  const values = eachSide(metrics, (metric) => new Map(Object.entries(metric)));
  return joined(values, 0).map(([metric, { a, b }]) => ({ metric, a, b, difference: differenceOf(a, b) }));
}

// A mean that is summed up in another order differs in its last digits: that is no change.
const NOISE = 1e-12;

function differenceOf(a: number, b: number): number {
  const difference = b - a;
  return Math.abs(difference) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}
