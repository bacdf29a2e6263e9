import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearestOf, type FeeSchedule } from '../../src/model/network/fees.ts';
import type { NetworkView } from '../../src/ports/router.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { allRoutes } from '../../src/simulator/path-finding/all-routes.ts';
import { raidenFees } from '../../src/simulator/fees/mediation-fee.ts';
import { raidenFees as feesOfBefore } from '../oracle/mediation-fee.ts';
import { raidenRouter as routerOfBefore } from '../oracle/raiden-router.ts';
import { request, viewOf } from './random-views.ts';

const SIZES = [3, 10, 40];

/** Networks of a few to some dozens of nodes: ties, parallel channels, drained ends, fees of all kinds, amounts of all sizes. */
const cases = fc
  .record({
    nodeCount: fc.constantFrom(...SIZES),
    unit: fc.constantFrom(1n, 7n, 1000n, 10n ** 16n, 10n ** 24n, 2n ** 240n),
    seeds: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 40 }), fc.nat({ max: 40 })), {
      minLength: 4,
      maxLength: 120,
    }),
    unreachable: fc.array(fc.integer({ min: 2, max: 5 }), { maxLength: 1 }),
    // Few different schedules among many nodes, so that weights tie.
    schedules: fc.array(
      fc.record({
        flat: fc.constantFrom(0n, 0n, 1n, 10n ** 14n),
        proportionalPpm: fc.constantFrom(0, 0, 100, 4000, 300_000),
        imbalancePpm: fc.constantFrom(0, 0, 3000, 50_000),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    asked: fc.nat({ max: 60 }),
    // What curves were told for, in percent of what is there: deposits and withdrawals are heard of late.
    told: fc.constantFrom(100n, 100n, 80n, 125n),
  })
  .map(({ nodeCount, unit, seeds, unreachable, schedules, asked, told }) => {
    const channels = seeds
      .map(([one, two, mine, theirs]) => {
        const from = one % nodeCount;
        const to = (from + 1 + (two % (nodeCount - 1))) % nodeCount;
        return [from, to, BigInt(mine) * unit, BigInt(theirs) * unit] as const;
      })
      .filter(([from, to]) => from !== to);
    const amount = (BigInt(asked + 1) * unit) / 4n;
    const listed = { nodeCount, channels, unreachable };
    return { listed, charged: { schedules, told }, amount: amount > 0n ? amount : 1n };
  });

function charging(
  view: NetworkView,
  { schedules, told }: { readonly schedules: readonly FeeSchedule[]; readonly told: bigint },
  fees: Omit<NetworkView['fees'], 'boundFee' | 'greatestFee'>,
): NetworkView {
  const near = new Float64Array(view.ends.length / 2);
  for (const end of view.ends) near[end >> 1] = Number((view.curveCapacity(end) * told) / 100n);
  return {
    ...view,
    dearest: dearestOf(schedules),
    fees: { ...raidenFees, ...fees },
    scheduleOf: (end) => schedules[view.ownerOf(end) % schedules.length] as FeeSchedule,
    curveCapacity: (end) => (view.curveCapacity(end) * told) / 100n,
    nearCurveCapacities: () => near,
    isOnCurve: (end) => told >= 100n || view.curveCapacity(end) === 0n,
  };
}

describe('routes', () => {
  it('are those of the searches and the fee solver of before, in the same order and to the unit', () => {
    let found = 0;
    const [now, before] = [raidenRouter.create(), routerOfBefore.create()];
    fc.assert(
      fc.property(cases, ({ listed, charged, amount }) => {
        const view = viewOf(listed);
        const asked = request(0, 1, amount);
        const expected = allRoutes(before.findRoutes(charging(view, charged, feesOfBefore), asked));
        found += expected.length;
        const routes = now.findRoutes(charging(view, charged, raidenFees), asked);
        expect(allRoutes(routes)).toEqual(expected);
      }),
      { numRuns: 600 },
    );
    expect(found).toBeGreaterThan(300);
  });
});
