import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BalanceSplit } from '../../src/model/scenario/distribution.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { capacitySplitter } from '../../src/topology/build-network.ts';

const splits: readonly BalanceSplit[] = [
  { kind: 'equal' },
  { kind: 'one-sided' },
  { kind: 'uniform' },
  { kind: 'beta', alpha: 0.5, beta: 0.5 },
];

function shares(split: BalanceSplit, { capacity = 1_000n, count = 1_000 } = {}): bigint[] {
  const splitter = capacitySplitter(split, createRandomSource('split').stream('s'));
  return Array.from({ length: count }, () => splitter(capacity)[0]);
}

describe('a split', () => {
  it('equal: gives the odd unit to the first end', () => {
    expect(shares({ kind: 'equal' }, { capacity: 7n, count: 1 })).toEqual([4n]);
  });

  it('one-sided: all to one end, about as often to either', () => {
    const first = shares({ kind: 'one-sided' });
    expect(new Set(first)).toEqual(new Set([0n, 1_000n]));
    expect(Math.abs(first.filter((share) => share > 0n).length - 500)).toBeLessThan(60);
  });

  it('uniform: reaches nothing and everything', () => {
    expect(new Set(shares({ kind: 'uniform' }, { capacity: 2n }))).toEqual(new Set([0n, 1n, 2n]));
  });

  it('beta: leans as its parameters say', () => {
    const total = shares({ kind: 'beta', alpha: 9, beta: 1 }).reduce((one, other) => one + other, 0n);
    expect(Math.abs(Number(total) / 1_000_000 - 0.9)).toBeLessThan(0.02);
  });

  it('never loses a unit, whatever the kind and the capacity', () => {
    const property = fc.property(
      fc.constantFrom(...splits),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.string(),
      (split, capacity, seed) => {
        const [first, second] = capacitySplitter(split, createRandomSource(seed).stream('s'))(capacity);
        expect(first + second).toBe(capacity);
        expect(first >= 0n && second >= 0n).toBe(true);
      },
    );
    fc.assert(property);
  });
});
