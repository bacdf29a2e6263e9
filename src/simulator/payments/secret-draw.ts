import type { RandomStream } from '../../ports/random.ts';

const BYTES = 32;
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');

/** Draws secrets of payments, as 0x-prefixed hex. */
export function secretDraw(draw: RandomStream): () => string {
  // Written over each time: making a buffer and putting the prefix before its digits took as long as the draws.
  const text = Buffer.from('0x'.padEnd(2 + 2 * BYTES, '0'), 'latin1');
  return () => {
    for (let at = 2; at < text.length; at += 2) {
      const byte = Math.floor(draw() * 256);
      text[at] = DIGITS[byte >> 4] as number;
      text[at + 1] = DIGITS[byte & 15] as number;
    }
    return text.toString('latin1');
  };
}
