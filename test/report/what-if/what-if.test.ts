import { expect, it } from 'vitest';
import { metricChanges } from '../../../src/report/what-if/what-if.ts';

it('rounding noise is no change of a figure, the least real one is', () => {
  const changes = metricChanges(
    {
      a: { imbalance_mean: 0.1 + 0.2, success_rate: 0.5, failed: 3 },
      b: { imbalance_mean: 0.3, success_rate: 0.5 + 1e-9, failed: 3 },
    },
    { kind: 'same' },
  );
  expect(changes.map(({ metric, difference }) => [metric, difference !== 0])).toEqual([
    ['imbalance_mean', false],
    ['success_rate', true],
    ['failed', false],
  ]);
});

it('a figure that one run does not have is missing there, not 0', () => {
  const [change] = metricChanges({ a: {}, b: { online_share: 0.9 } }, { kind: 'same' });
  expect(change).toEqual({ metric: 'online_share', a: null, b: 0.9, difference: null });
});
