import { MAX_IDENTIFIER } from '../model/run/identifier.ts';
import type { RandomStream } from '../ports/random.ts';
import { uniformInteger } from '../runtime/uniform-integer.ts';

/**
 * Hands out payment identifiers from 1 to 2^64-1 that look random, never repeat, and are none that the scenario names itself.
 * Steps of an odd width around the circle of 2^64 visit every number once, so nothing must be remembered.
 */
export function paymentIdentifiers(
  random: RandomStream,
  reserved: ReadonlySet<bigint> = new Set(),
): () => bigint {
  let next = uniformInteger({ min: 0n, max: MAX_IDENTIFIER }, random);
  const width = uniformInteger({ min: 0n, max: MAX_IDENTIFIER }, random) | 1n;
  return () => {
    do next = BigInt.asUintN(64, next + width);
    while (next === 0n || reserved.has(next));
    return next;
  };
}
