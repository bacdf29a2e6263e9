/**
 * The nearest-rank percentile of `sorted` (ascending): the smallest value that at least `percent` % of
 * the values do not exceed. Always one of the values, never interpolated; 0 for no values.
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  const rank = Math.ceil((percent * sorted.length) / 100);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? 0;
}

/** A copy in ascending numeric order. */
export function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
