import type { RandomStream } from '../../ports/random.ts';

/** Draws indices with probability proportional to `weights`, which are not negative and not all 0. */
export function weightedIndex(weights: readonly number[], random: RandomStream): () => number {
  let sum = 0;
  const upTo = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return () => {
    const point = random() * sum;
    // The first index whose sum lies above the point, so that a weight of 0 is never drawn.
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
