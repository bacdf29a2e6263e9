import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearestOf, type FeeSchedule } from '../../src/model/network/fees.ts';
import type { NetworkView } from '../../src/ports/router.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { raidenFees } from '../../src/simulator/fees/mediation-fee.ts';
import { allRoutes } from '../../src/simulator/path-requests.ts';
import { routesByTheBook } from '../oracle/routes.ts';
import { request, viewOf } from './random-views.ts';

// As many channels as still allow to try every path.
const SIZES = [
  { nodeCount: 3, most: 60 },
  { nodeCount: 7, most: 24 },
  { nodeCount: 40, most: 48 },
];

/** Networks of a few to some dozens of nodes: ties, parallel channels, drained ends, fees of all kinds, amounts of all sizes. */
const cases = fc
  .record({
    size: fc.constantFrom(...SIZES),
    unit: fc.constantFrom(1n, 7n, 1000n, 10n ** 16n, 10n ** 24n, 2n ** 240n),
    seeds: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 40 }), fc.nat({ max: 40 })), {
      minLength: 4,
      maxLength: 60,
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
  .map(({ size: { nodeCount, most }, unit, seeds, unreachable, schedules, asked, told }) => {
    const channels = seeds
      .slice(0, most)
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
): NetworkView {
  const scheduleAt = (node: number) => schedules[node % schedules.length] as FeeSchedule;
  const near = new Float64Array(view.ends.length / 2);
  for (const end of view.ends) near[end >> 1] = Number((view.curveCapacity(end) * told) / 100n);
  return {
    ...view,
    fees: raidenFees,
    scheduleOf: (end) => scheduleAt(view.ownerOf(end)),
    curveCapacity: (end) => (view.curveCapacity(end) * told) / 100n,
    near: {
      ...view.near,
      curveCapacities: () => near,
      isOnCurve: (one, other) =>
        view.available(one) + view.available(other) <= (view.curveCapacity(one) * told) / 100n,
      dearest: dearestOf(schedules),
      imbalances: Float64Array.from({ length: view.nodeCount }, (_, node) => scheduleAt(node).imbalancePpm),
    },
  };
}

describe('routes', () => {
  it('are those that trying every path gives, in the same order and to the unit', () => {
    let found = 0;
    const router = raidenRouter.create();
    const property = fc.property(cases, ({ listed, charged, amount }) => {
      const view = charging(viewOf(listed), charged);
      const asked = request(0, 1, amount);
      const expected = routesByTheBook(view, asked);
      found += expected.length;
      expect(allRoutes(router.findRoutes(view, asked))).toEqual(expected);
    });
    fc.assert(property, { numRuns: 600 });
    expect(found).toBeGreaterThan(300);
  });
});
