import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { uniformIndex, uniformInteger } from '../../src/runtime/uniform-integer.ts';

const stream = (streamName = 'test') => createRandomSource('uniform').stream(streamName);

describe('a uniform integer', () => {
  it('is the bound itself when there is no choice', () => {
    expect(uniformInteger({ min: 5n, max: 5n }, stream())).toBe(5n);
  });

  it('reaches both bounds', () => {
    const random = stream();
    const drawn = new Set(Array.from({ length: 200 }, () => uniformInteger({ min: 3n, max: 6n }, random)));
    expect(drawn).toEqual(new Set([3n, 4n, 5n, 6n]));
  });

  it('is even about as often as odd far beyond 2^53, where a double would lose the last bit', () => {
    const random = stream();
    const draws = Array.from({ length: 2_000 }, () =>
      uniformInteger({ min: 0n, max: 2n ** 256n - 1n }, random),
    );
    const odd = draws.filter((drawn) => drawn % 2n === 1n).length;
    expect(odd).toBeGreaterThan(900);
    expect(odd).toBeLessThan(1_100);
  });

  it('is the one that exact arithmetic gives, also where a double cannot tell', () => {
    const WORD = 2 ** 32;
    const ranges = fc.oneof(
      fc.bigInt({ min: 2n, max: 2n ** 32n + 1n }),
      fc.bigInt({ min: 2n, max: 2n ** 70n }),
    );
    const word = fc.nat(WORD - 1);
    // A word right at the edge between two integers, and what follows it least or most.
    const words = fc.tuple(
      word,
      fc.oneof(word, fc.constantFrom(0, 1, WORD - 1)),
      fc.constantFrom(0, WORD - 1),
    );
    fc.assert(
      fc.property(ranges, words, fc.nat(), fc.boolean(), (range, [free, second, last], place, isAtEdge) => {
        const edge = Number(((BigInt(place) % range) << 32n) / range);
        const drawn = [isAtEdge ? edge : free, second, last, last, last, last].map((each) => each / WORD);
        const used: number[] = [];
        const found = uniformInteger({ min: 7n, max: 6n + range }, () => {
          used.push(drawn[used.length] as number);
          return used.at(-1) as number;
        });
        const fraction = used.reduce((sum, each) => (sum << 32n) | BigInt(each * WORD), 0n);
        expect(found).toBe(7n + ((range * fraction) >> BigInt(32 * used.length)));
      }),
      { numRuns: 2000 },
    );
  });

  it('lies between its bounds, and takes as many draws for every one of a range', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    const property = fc.property(amount, amount, fc.string(), (one, other, name) => {
      const [min, max] = one < other ? [one, other] : [other, one];
      const counted = (streamName: string): readonly [bigint, number] => {
        const random = stream(streamName);
        let draws = 0;
        const drawn = uniformInteger({ min, max }, () => {
          draws += 1;
          return random();
        });
        return [drawn, draws];
      };
      const [drawn, draws] = counted(name);
      expect(drawn >= min && drawn <= max).toBe(true);
      expect(counted('another')[1]).toBe(draws);
    });
    fc.assert(property);
  });
});

describe('a uniform index', () => {
  it('counts each of five about equally often', () => {
    const random = stream();
    const counts = [0, 0, 0, 0, 0];
    for (let draw = 0; draw < 10_000; draw += 1) {
      const index = uniformIndex(5, random);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(1_850);
    expect(Math.max(...counts)).toBeLessThan(2_150);
  });
});
