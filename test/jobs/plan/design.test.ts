import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/model/decimal.ts';
import { designPoints } from '../../../src/jobs/plan/design.ts';
import { variedText } from '../../../src/scenario/text/edited-text.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';

const random = () => createRandomSource('design').stream('plan');

describe('the points of a plan', () => {
  it('are all combinations, the last factor first', () => {
    const factors = [
      { path: 'a', values: [1, 2] },
      { path: 'b', values: ['x', 'y'] },
    ];
    const points = designPoints(factors, { random: random() });
    expect(points.map((point) => point.map(({ value }) => value).join(''))).toEqual(['1x', '1y', '2x', '2y']);
  });

  it('are one without factors: the scenario as it is', () => {
    expect(designPoints([], { sample: 7, random: random() })).toEqual([[]]);
  });

  it('write amounts in whole tokens as they were given', () => {
    const value = [new Decimal('500.00'), { fixed: new Decimal('0.50') }];
    const varied = variedText({ file: 'a.yaml', text: 'a: 1\n' }, [{ path: 'a', value }]);
    expect(varied).toBe('a:\n  - 500.00\n  - fixed: 0.50\n');
  });

  it('of a latin hypercube use every value of every factor equally often', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (lengths, times) => {
        const factors = lengths.map((length, at) => ({
          path: `f${at}`,
          values: Array.from({ length }, (_, value) => value),
        }));
        const sample = times * lengths.reduce((product, length) => product * length, 1);
        const points = designPoints(factors, { sample, random: random() });
        factors.forEach(({ values }, at) => {
          for (const value of values)
            expect(points.filter((point) => point[at]?.value === value)).toHaveLength(sample / values.length);
        });
      }),
    );
  });
});
