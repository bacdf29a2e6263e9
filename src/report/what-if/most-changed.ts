/** Those that changed, most changed first: the first ones, and how many there are in all. */
export interface Changed<Change> {
  readonly changed: readonly Change[];
  readonly changedInAll: number;
}

// A file of a network of thousands stays small; what changed least says least.
const MOST_KEPT = 200;

/** Those whose weight is above 0, heaviest first, then by name. */
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
