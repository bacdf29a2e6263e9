import type { RandomStream } from '../ports/random.ts';

const WORD_BITS = 32n;
const WORD = 2 ** 32;

/** An index from 0 to `count - 1`, one draw. Bias below count / 2^52. */
export function uniformIndex(count: number, stream: RandomStream): number {
  return Math.floor(stream() * count);
}

/**
 * An integer from `min` to `max`, both inclusive, of any size.
 * Rejection-free, so that the number of draws depends on the range only; two words more than the range needs
 * keep the bias below 2^-64.
 */
export function uniformInteger(
  { min, max }: { readonly min: bigint; readonly max: bigint },
  stream: RandomStream,
): bigint {
  const range = max - min + 1n;
  if (range <= 1n) return min;
  let fraction = 0n;
  let bits = 0n;
  for (let left = range - 1n; left > 0n; left >>= WORD_BITS) {
    fraction = appendWord(fraction, stream);
    bits += WORD_BITS;
  }
  fraction = appendWord(appendWord(fraction, stream), stream);
  bits += 2n * WORD_BITS;
  return min + ((range * fraction) >> bits);
}

// The 32 high bits of a draw: all of them are random, the low ones of 53 depend on the generator's rounding.
function appendWord(fraction: bigint, stream: RandomStream): bigint {
  return (fraction << WORD_BITS) | BigInt(Math.floor(stream() * WORD));
}
