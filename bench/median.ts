/** The middle one; of an even number the higher of the two. */
export function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN;
}
