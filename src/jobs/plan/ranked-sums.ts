/** Something with the sum of what was counted of it. */
interface RankedSum<Item> {
  readonly item: Item;
  readonly sum: bigint;
}

/** Adds up what was counted of each thing: the most first, at the same sum by key; what comes to nothing is left out. */
export function rankedSums<Item>(
  counts: readonly (readonly [item: Item, count: bigint])[],
  keyOf: (item: Item) => string,
): readonly RankedSum<Item>[] {
  const sums = new Map<string, RankedSum<Item>>();
  for (const [item, count] of counts) {
    const before = sums.get(keyOf(item)) ?? { item, sum: 0n };
    sums.set(keyOf(item), { ...before, sum: before.sum + count });
  }
  return [...sums]
    .filter(([, { sum }]) => sum > 0n)
    .sort(([keyA, a], [keyB, b]) => Number(b.sum > a.sum) - Number(a.sum > b.sum) || (keyA < keyB ? -1 : 1))
    .map(([, ranked]) => ranked);
}
