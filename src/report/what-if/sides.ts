/** The same of both runs: B is what A is compared with. */
export interface Sides<T> {
  readonly a: T;
  readonly b: T;
}

/** What is to be said of each run. */
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
