import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/model/decimal.ts';
import { designPoints } from '../../../src/jobs/plan/design.ts';
import { variedText } from '../../../src/scenario/text/edited-text.ts';

describe('the points of a plan', () => {
  it('are all combinations, the last factor first', () => {
    const factors = [
      { path: 'a', values: [1, 2] },
      { path: 'b', values: ['x', 'y'] },
    ];
    const points = designPoints(factors);
    expect(points.map((point) => point.map(({ value }) => value).join(''))).toEqual(['1x', '1y', '2x', '2y']);
  });

  it('are one without factors: the scenario as it is', () => {
    expect(designPoints([])).toEqual([[]]);
  });

  it('write amounts in whole tokens as they were given', () => {
    const value = [new Decimal('500.00'), { fixed: new Decimal('0.50') }];
    const varied = variedText({ file: 'a.yaml', text: 'a: 1\nb: 5.\nc: 1000.000000000000000001\n' }, [
      { path: 'a', value },
    ]);
    expect(varied).toBe('a:\n  - 500.00\n  - fixed: 0.50\nb: 5.\nc: 1000.000000000000000001\n');
  });
});
