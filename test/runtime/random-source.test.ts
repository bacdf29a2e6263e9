import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { RandomStream } from '../../src/ports/random.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';

function take(count: number, stream: RandomStream): number[] {
  return Array.from({ length: count }, () => stream());
}

describe('a random source', () => {
  it('gives these numbers for this seed and name, on every platform', () => {
    expect(take(3, createRandomSource('42').stream('topology'))).toMatchInlineSnapshot(`
      [
        0.8260703902466376,
        0.6823728580720207,
        0.9857541482971496,
      ]
    `);
  });

  it('keeps seed and name apart', () => {
    const one = createRandomSource('a').stream('b c');
    const other = createRandomSource('a b').stream('c');
    expect(take(4, one)).not.toEqual(take(4, other));
  });

  it('gives each name a stream that draws in others never shift', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), (seed, name, drawn) => {
        const source = createRandomSource(seed);
        take(drawn, source.stream(`${name}!`));
        expect(take(5, source.stream(name))).toEqual(take(5, createRandomSource(seed).stream(name)));
      }),
      { numRuns: 20 },
    );
  });

  it('gives the very numbers of seedrandom', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (seed, name) => {
        const stream = createRandomSource(seed).stream(name);
        expect(take(300, stream)).toEqual(take(300, seedrandom(JSON.stringify([seed, name]))));
      }),
      { numRuns: 100 },
    );
  });

  it('stays in [0, 1)', () => {
    const numbers = take(5_000, createRandomSource('x').stream('y'));
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  });
});
