import { describe, expect, it } from 'vitest';
import { paymentIdentifiers } from '../../src/workload/payment-supply.ts';

// Words of the start, then of the width; the last two words of each only refine the rounding.
function streamOf(...words: readonly number[]): () => number {
  const left = [...words];
  return () => left.shift() ?? 0;
}

describe('payment identifiers', () => {
  it('skip 0 and those the scenario names itself', () => {
    // Start 0 and width 1: the plain numbers.
    const next = paymentIdentifiers(streamOf(), new Set([1n, 3n]));
    expect([next(), next(), next()]).toEqual([2n, 4n, 5n]);
  });

  it('go around at 2^64 without handing out 0', () => {
    const almostOne = 1 - 2 ** -32;
    // Start 2^64 - 1, width 1.
    const random = streamOf(almostOne, almostOne, almostOne, almostOne);
    expect(paymentIdentifiers(random, new Set())()).toBe(1n);
  });
});
