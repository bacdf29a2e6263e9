import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { RandomStream } from '../../src/ports/random.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { betaDraw, exponentialDraw, logGammaDraw, normalDraw } from '../../src/runtime/continuous-draws.ts';

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
    const property = fc.property(fc.string(), fc.string(), fc.nat(20), (seed, name, drawn) => {
      const source = createRandomSource(seed);
      take(drawn, source.stream(`${name}!`));
      expect(take(5, source.stream(name))).toEqual(take(5, createRandomSource(seed).stream(name)));
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('gives the very numbers of seedrandom', () => {
    const property = fc.property(fc.string(), fc.string(), (seed, name) => {
      const stream = createRandomSource(seed).stream(name);
      expect(take(300, stream)).toEqual(take(300, seedrandom(JSON.stringify([seed, name]))));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('stays in [0, 1)', () => {
    const numbers = take(5_000, createRandomSource('x').stream('y'));
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  });
});

const DRAWS = 20_000;

function moments(draw: (stream: RandomStream) => number): { mean: number; variance: number } {
  const stream = createRandomSource('moments').stream('draws');
  const values = Array.from({ length: DRAWS }, () => draw(stream));
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS;
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / DRAWS;
  return { mean, variance };
}

describe('continuous draws', () => {
  it('exponential: mean 1, variance 1', () => {
    const { mean, variance } = moments(exponentialDraw);
    expect(mean).toBeCloseTo(1, 1);
    expect(variance).toBeCloseTo(1, 1);
  });

  it('normal: mean 0, variance 1', () => {
    const { mean, variance } = moments(normalDraw);
    expect(mean).toBeCloseTo(0, 1);
    expect(variance).toBeCloseTo(1, 1);
  });

  it.each([0.3, 1, 4.5])('gamma of shape %d: mean and variance are the shape', (shape) => {
    const { mean, variance } = moments((stream) => Math.exp(logGammaDraw(shape, stream)));
    expect(mean / shape).toBeCloseTo(1, 1);
    expect(Math.abs(variance / shape - 1)).toBeLessThan(0.1);
  });

  it.each([
    [2, 5],
    [0.5, 0.5],
    [1, 1],
  ])('beta(%d, %d): mean a/(a+b), variance ab/((a+b)^2 (a+b+1))', (alpha, beta) => {
    const { mean, variance } = moments((stream) => betaDraw({ alpha, beta }, stream));
    const sum = alpha + beta;
    expect(mean).toBeCloseTo(alpha / sum, 1);
    expect(variance).toBeCloseTo((alpha * beta) / (sum * sum * (sum + 1)), 2);
  });

  it('beta stays in [0, 1] for shapes so small that both gammas underflow', () => {
    const shape = fc.double({ min: 1e-6, max: 1_000, noNaN: true });
    const property = fc.property(shape, shape, fc.string(), (alpha, beta, name) => {
      const drawn = betaDraw({ alpha, beta }, createRandomSource('beta').stream(name));
      expect(drawn >= 0 && drawn <= 1).toBe(true);
    });
    fc.assert(property);
  });
});
