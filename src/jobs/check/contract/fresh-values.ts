import type { RandomStream } from '../../../ports/random.ts';
import type { Placeholder } from '../../../rest/contract/placeholders.ts';
import { hashOfSecret } from '../../../model/run/secret-hash.ts';

const WORDS_OF_A_SECRET = 8;

/** An identifier and a secret for one case: a node may remember those of earlier ones, and of earlier runs. */
export function freshValues(random: RandomStream): readonly (readonly [Placeholder, string])[] {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const secret = `0x${Array.from({ length: WORDS_OF_A_SECRET }, word).join('')}`;
  const identifier = 1 + Math.floor(random() * Number.MAX_SAFE_INTEGER);
  return [
    ['identifier', String(identifier)],
    ['secret', secret],
    ['secretHash', hashOfSecret(secret)],
  ];
}
