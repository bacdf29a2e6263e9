// Means of five are closer to normal than single values, and half as many as there are must be left to judge by.
const BATCH = 5;
const FEWEST_BATCHES = 10;

/**
 * From which value on a series is steady, by MSER-5: what is left out at the start is what makes the standard error of
 * the mean of the rest least, of batches of five (White 1997). Undefined: it is too short, or not steady before its
 * middle.
 */
export function steadyFrom(values: readonly number[]): number | undefined {
  const count = Math.floor(values.length / BATCH);
  if (count < FEWEST_BATCHES) return undefined;
  let [sum, squares, best, least] = [0, 0, count, Number.POSITIVE_INFINITY];
  for (let first = count - 1; first >= 0; first -= 1) {
    const batch = values.slice(first * BATCH, (first + 1) * BATCH);
    const mean = batch.reduce((all, value) => all + value, 0) / BATCH;
    sum += mean;
    squares += mean * mean;
    const left = count - first;
    if (left < count / 2) continue;
    const error = Math.max(0, squares - (sum * sum) / left) / (left * left);
    // Of several equal ones the one that leaves out least; sums of squares round.
    if (error <= least + ROUNDING_NOISE) [best, least] = [first, Math.min(least, error)];
  }
  return best * 2 >= count ? undefined : best * BATCH;
}

const ROUNDING_NOISE = 1e-12;
