import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RandomStream } from '../../src/ports/random.ts';
import { betaDraw, exponentialDraw, logGammaDraw, normalDraw } from '../../src/runtime/continuous-draws.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';

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
    fc.assert(
      fc.property(shape, shape, fc.string(), (alpha, beta, name) => {
        const drawn = betaDraw({ alpha, beta }, createRandomSource('beta').stream(name));
        expect(drawn >= 0 && drawn <= 1).toBe(true);
      }),
    );
  });
});
