import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex } from '../../src/model/network/indices.ts';
import type { NetworkView, RouterFactory } from '../../src/ports/router.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { Ledger } from '../../src/simulator/ledger.ts';
import { carryOut, randomRuns } from './random-runs.ts';

const [FIRST, SECOND] = [0 as EndIndex, 1 as EndIndex];

function ledgerWith(first: bigint, second: bigint): Ledger {
  const ledger = new Ledger();
  for (const balance of [first, second]) ledger.addEnd({ totalDeposit: balance, totalWithdraw: 0n, balance });
  return ledger;
}

describe('the ledger', () => {
  it('keeps locked tokens in the balance until they are unlocked', () => {
    const ledger = ledgerWith(100n, 0n);
    ledger.lock(FIRST, 30n);
    expect([ledger.balance(FIRST), ledger.available(FIRST)]).toEqual([100n, 70n]);
    ledger.unlock(FIRST, 30n);
    expect([ledger.balance(FIRST), ledger.balance(SECOND), ledger.available(FIRST)]).toEqual([70n, 30n, 70n]);
  });

  it('gives locked tokens back when they are released', () => {
    const ledger = ledgerWith(100n, 0n);
    ledger.lock(FIRST, 30n);
    ledger.release(FIRST, 30n);
    expect([ledger.balance(FIRST), ledger.available(FIRST), ledger.pendingLocks(FIRST)]).toEqual([
      100n,
      100n,
      0,
    ]);
  });

  it('tells apart amounts that differ by one, however large', () => {
    for (const amount of [1n, 2n ** 53n, 2n ** 53n + 1n, 10n ** 30n, 2n ** 256n - 1n]) {
      const ledger = ledgerWith(amount, 0n);
      expect([
        ledger.covers(FIRST, amount - 1n),
        ledger.covers(FIRST, amount),
        ledger.covers(FIRST, amount + 1n),
      ]).toEqual([true, true, false]);
    }
  });

  it('compares as exact integers do, at every size', () => {
    const size = fc.integer({ min: 0, max: 256 }).map((bits) => 2n ** BigInt(bits));
    const near = fc.bigInt({ min: -3n, max: 3n });
    const property = fc.property(
      size,
      near,
      fc.oneof(near, fc.bigInt({ min: -(2n ** 220n), max: 2n ** 220n })),
      (base, one, other) => {
        const balance = base + one < 0n ? 0n : base + one;
        const amount = balance + other < 0n ? 0n : balance + other;
        expect(ledgerWith(balance, 0n).covers(FIRST, amount)).toBe(balance >= amount);
      },
    );
    fc.assert(property, { numRuns: 2000, seed: 9 });
  });
});

/** Routes on exact integers only. */
const exactRouter: RouterFactory = {
  name: 'exact',
  create: () => {
    const router = raidenRouter.create();
    return { findRoutes: (view, request) => router.findRoutes(exactly(view), request) };
  },
};

function exactly(view: NetworkView): NetworkView {
  return {
    nodeCount: view.nodeCount,
    offsets: view.offsets,
    ends: view.ends,
    neighbours: view.neighbours,
    ownerOf: (end) => view.ownerOf(end),
    isReachable: (node) => view.isReachable(node),
    canSend: (end, amount) => view.available(end) >= amount,
    available: (end) => view.available(end),
    curveCapacity: (end) => view.curveCapacity(end),
    scheduleOf: (end) => view.scheduleOf(end),
    near: {
      // NaN decides no comparison.
      available: () => new Float64Array(view.near.available().length).fill(Number.NaN),
      curveCapacities: () => view.near.curveCapacities(),
      isOnCurve: (one, other) => view.near.isOnCurve(one, other),
      dearest: view.near.dearest,
      imbalances: view.near.imbalances,
    },
    // No bounds that a comparison with NaN would let pass.
    fees: {
      ...view.fees,
      boundFee: (_mediation, bounds) => {
        bounds.least = 0;
        bounds.most = Number.POSITIVE_INFINITY;
      },
    },
    remember: (asker) => view.remember(asker),
  };
}

describe.each([
  ['2^53', 2n ** 53n],
  ['2^250', 2n ** 250n],
])('with amounts around %s', (_name, scale) => {
  it('runs end the same whether routes are compared in doubles first or exactly', async () => {
    const property = fc.asyncProperty(randomRuns(scale), async (run) => {
      const exact = await carryOut(run, { router: exactRouter });
      expect((await carryOut(run)).answers).toEqual(exact.answers);
    });
    await fc.assert(property, { numRuns: 40, seed: 10 });
  });
});
