/** The same of both runs: B is compared with A. */
export interface Sides<T> {
  readonly a: T;
  readonly b: T;
}

/** Computes the same of each run. */
export function eachSide<From, To>({ a, b }: Sides<From>, of: (side: From) => To): Sides<To> {
  return { a: of(a), b: of(b) };
}

/** Every key of either record with its value in both; `null` where one has none. */
export function joined<Value>({
  a,
  b,
}: Sides<Readonly<Record<string, Value>>>): readonly (readonly [string, Sides<Value | null>])[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].map((key) => [key, { a: a[key] ?? null, b: b[key] ?? null }]);
}
