import { describe, expect, it } from 'vitest';
import type { FeeSchedule } from '../../../src/model/network/fees.ts';
import { raidenFees } from '../../../src/simulator/fees/mediation-fee.ts';
import { SHORT_TIMEOUTS, type TestBench, testBench } from '../../world/test-bench.ts';
import { world } from '../../world/world.ts';

// What an unconfigured Raiden node charges.
const DEFAULT: FeeSchedule = { flat: 0n, proportionalPpm: 4000, imbalancePpm: 3000 };
// Large enough that the curve decides over more than the last unit.
const STEEP: FeeSchedule = { flat: 0n, proportionalPpm: 0, imbalancePpm: 10_000 };

/** a - b - c with 100,000 at each end; b mediates. */
function lineOfThree(fees: FeeSchedule, protocol: Parameters<typeof testBench>[1] = {}): TestBench {
  return testBench(
    world('a 100_000 - 100_000 b 100_000 - 100_000 c', { ...SHORT_TIMEOUTS, fees: { b: fees } }),
    protocol,
  );
}

async function change(bench: TestBench, ...asked: Parameters<TestBench['update']>): Promise<void> {
  expect(await bench.settle(bench.update(...asked))).toMatchObject({ kind: 'ok' });
}

/** What b asks for passing on 10,000 from a to c, by the service's estimate for these capacities of b and c. */
function estimate(fees: FeeSchedule, balances: { readonly b: bigint; readonly capacity: bigint }): bigint {
  const mediation = {
    scheduleIn: fees,
    scheduleOut: fees,
    balanceIn: 100_000n,
    balanceOut: balances.b,
    receivable: 100_000n,
    capacityIn: 200_000n,
    capacityOut: balances.capacity,
  };
  return (raidenFees.amountIn(mediation, 10_000n) as bigint) - 10_000n;
}

async function estimatedFee(bench: TestBench): Promise<bigint> {
  const answer = await bench.simulation.pathFinding.paths({
    network: bench.token,
    from: bench.address('a'),
    to: bench.address('c'),
    value: 10_000n,
  });
  return answer.kind === 'ok' ? (answer.value[0]?.estimatedFee as bigint) : -1n;
}

describe('the fee curve that the path-finding service knows', () => {
  it('is that of before a withdrawal, which the mediator tells on the request and never again', async () => {
    const bench = lineOfThree(STEEP);
    await change(bench, 'b', 'c', { totalWithdraw: 40_000n });
    const before = estimate(STEEP, { b: 60_000n, capacity: 200_000n });
    expect(before).not.toBe(estimate(STEEP, { b: 60_000n, capacity: 160_000n }));
    expect(await estimatedFee(bench)).toBe(before);
  });

  it('is the one after the withdrawal from the next request or deposit on', async () => {
    const again = lineOfThree(STEEP);
    await change(again, 'b', 'c', { totalWithdraw: 40_000n });
    await change(again, 'b', 'c', { totalWithdraw: 40_001n });
    expect(await estimatedFee(again)).toBe(estimate(STEEP, { b: 59_999n, capacity: 160_000n }));
    const deposited = lineOfThree(STEEP);
    await change(deposited, 'b', 'c', { totalWithdraw: 40_000n });
    await change(deposited, 'c', 'b', { totalDeposit: 110_000n });
    expect(await estimatedFee(deposited)).toBe(estimate(STEEP, { b: 60_000n, capacity: 170_000n }));
  });

  it('reaches a delayed view as late as balances do', async () => {
    const bench = lineOfThree(STEEP, { protocol: { view: 'delayed', viewDelayMs: 5_000 } });
    await change(bench, 'b', 'c', { totalDeposit: 140_000n });
    expect(await estimatedFee(bench)).toBe(estimate(STEEP, { b: 100_000n, capacity: 200_000n }));
    bench.clock.advanceTo(bench.clock.nowMs() + 5_000);
    expect(await estimatedFee(bench)).toBe(estimate(STEEP, { b: 140_000n, capacity: 240_000n }));
  });

  it('is too low after a large withdrawal: the target asks for the secret in vain, as on live nodes', async () => {
    const bench = lineOfThree(STEEP);
    await change(bench, 'a', 'b', { totalWithdraw: 80_000n });
    const answer = await bench.settle(bench.pay('a', 'c', 10_000n));
    expect(answer).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: "Payment couldn't be completed because: lock expired, despite receiving secret request",
      trace: { failure: { at: 'c', check: 'received-amount' } },
    });
  });

  it('makes no difference to what a mediator keeps by its own curve', async () => {
    const bench = lineOfThree(DEFAULT);
    await change(bench, 'b', 'c', { totalWithdraw: 1_000n });
    expect(await bench.settle(bench.pay('a', 'c', 10_000n))).toMatchObject({
      kind: 'ok',
      trace: { sent: 10_088n, received: 10_008n },
    });
  });
});
