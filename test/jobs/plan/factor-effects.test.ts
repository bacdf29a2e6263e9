import { beforeAll, describe, expect, it } from 'vitest';
import { factorEffects } from '../../../src/jobs/plan/factor-effects.ts';
import type { MeasuredPoint } from '../../../src/jobs/plan/measure-points.ts';
import { plan } from '../../../src/jobs/plan/plan.ts';
import type { Replication } from '../../../src/model/plan/replication.ts';
import { loadQuantiles } from '../../../src/statistics/quantiles.ts';
import { sourceOf } from '../scenario-text.ts';

beforeAll(loadQuantiles);

const CAPACITIES = ['100', '1_000', '10_000', '100_000'];
const ROUTERS = ['raiden', 'fewest-hops', 'graphology'];

/** A point of two replications: 0.3 more from the least capacity to the greatest, 0.1 less with one router. */
function point(capacity: number, router: number): MeasuredPoint {
  const settings = { capacity: CAPACITIES[capacity] as string, router: ROUTERS[router] as string };
  const rows = [0.4, 0.5].map((base): Replication => {
    const success = base + (0.3 * capacity) / 3 - (router === 2 ? 0.1 : 0);
    return {
      metrics: { success_rate: success },
      nodes: {},
      ends: [],
      failedPairs: [],
      dryEnds: [],
    };
  });
  return { settings, rows, replications: 2 } as unknown as MeasuredPoint;
}

const close = (value: number) => expect.closeTo(value, 9) as number;

describe('what each varied field does', () => {
  it('is told apart where no two points differ in one field alone, with intervals of pairs', () => {
    const points = [point(0, 1), point(1, 0), point(2, 2), point(3, 1), point(1, 2), point(2, 0)];
    const effects = factorEffects(points, 'success_rate');
    // Replications differ by 0.1 throughout: what points differ by does not.
    expect(
      effects?.map(({ factor, from, to, difference }) => [factor, from, to, difference.interval]),
    ).toEqual([
      ['capacity', '100', '100_000', [close(0.3), close(0.3)]],
      ['router', 'fewest-hops', 'graphology', [close(-0.1), close(-0.1)]],
      ['router', 'fewest-hops', 'raiden', [close(0), close(0)]],
    ]);
  });

  it('is not told from too few points, nor of one field', () => {
    expect(factorEffects([point(0, 0), point(1, 1), point(2, 2)], 'success_rate')).toBeUndefined();
    expect(factorEffects([], 'success_rate')).toBeUndefined();
  });

  it('stands in a plan of a latin hypercube', async () => {
    const text = `
question: What matters?
seed: 3
network: {topology: {star: {spokes: 3}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 20, amounts: {fixed: 30}}]
`;
    const vary = [
      { path: 'network.capacity', values: [40, 100, 200, 400] },
      { path: 'traffic[0].amounts.fixed', values: [5, 10, 20, 40] },
      { path: 'traffic[0].count', values: [20, 21] },
    ];
    const { result } = await plan({ source: sourceOf(text), spec: { vary, sample: 8, replications: 4 } });
    const [first, second] = result.factors ?? [];
    const greatest = new Set([first?.factor, second?.factor]);
    expect(greatest).toEqual(new Set(['network.capacity', 'traffic[0].amounts.fixed']));
    expect(first?.difference.count).toBe(4);
  });
});
