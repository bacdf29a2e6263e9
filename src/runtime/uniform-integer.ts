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
  if (range <= ONE_WORD) return min + withinOneWord(range, stream);
  let fraction = 0n;
  let bits = 0n;
  for (let left = range - 1n; left > 0n; left >>= WORD_BITS) {
    fraction = appendWord(fraction, drawWord(stream));
    bits += WORD_BITS;
  }
  fraction = appendWord(appendWord(fraction, drawWord(stream)), drawWord(stream));
  bits += 2n * WORD_BITS;
  return min + ((range * fraction) >> bits);
}

// Doubles come within 2^-19 of the product of such a range and a fraction of three words.
const ONE_WORD = 2n ** WORD_BITS;
const MARGIN = 2 ** -18;

/** The same for ranges of one word, in doubles unless they leave a doubt which integer it is. */
function withinOneWord(range: bigint, stream: RandomStream): bigint {
  const first = drawWord(stream);
  const second = drawWord(stream);
  const third = drawWord(stream);
  const near = (Number(range) * (first + (second + third / WORD) / WORD)) / WORD;
  const integer = Math.floor(near);
  if (near - integer > MARGIN && integer + 1 - near > MARGIN) return BigInt(integer);
  const fraction = appendWord(appendWord(BigInt(first), second), third);
  return (range * fraction) >> (3n * WORD_BITS);
}

// The 32 high bits of a draw: all of them are random, the low ones of 53 depend on the generator's rounding.
function drawWord(stream: RandomStream): number {
  return Math.floor(stream() * WORD);
}

function appendWord(fraction: bigint, word: number): bigint {
  return (fraction << WORD_BITS) | BigInt(word);
}
