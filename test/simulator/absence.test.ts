import { describe, expect, it } from 'vitest';
import { SHORT_TIMEOUTS, type TestBench, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

// Blocks of a second and a reveal timeout of 20: a lock expires after 39 s, and is given up ten later.
function line(): TestBench {
  return testBench('a 100 - 100 b 100 - 100 c');
}

/** A payment expires while c is away; c is back after so many seconds. */
async function backAfter(bench: TestBench, seconds: number): Promise<void> {
  const paying = bench.pay('a', 'c', 10n);
  bench.simulation.control.stop('c');
  expect(await bench.settle(paying)).toMatchObject({ kind: 'refused' });
  bench.clock.advanceTo(seconds * 1000);
  bench.simulation.control.start('c');
}

describe('a partner that was away when a transfer to it expired', () => {
  it('takes no further one until it is told of the expiration again: the first payment expires, the next is made', async () => {
    const bench = line();
    // Told at 49, and again at 54, 64, 84, 124 and 184 s.
    await backAfter(bench, 130);
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: "Payment couldn't be completed because: lock expired",
      trace: {
        failure: { at: 'c', check: 'target-online', required: 'news of the lock that expired before' },
      },
    });
    bench.clock.advanceTo(190_000);
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({ kind: 'ok' });
  });

  it('takes the first payment late when it is told before that expires', async () => {
    const bench = line();
    await backAfter(bench, 100);
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({ kind: 'ok' });
    expect(bench.clock.nowMs()).toBeGreaterThan(124_000);
    expect(bench.clock.nowMs()).toBeLessThan(126_000);
  });

  it('does not settle the channel together before it is told', async () => {
    const bench = line();
    await backAfter(bench, 100);
    const closing = bench.update('b', 'c', { state: 'closed' });
    expect(await bench.settle(closing)).toMatchObject({ kind: 'ok', value: { state: 'closed' } });
  });

  it('takes part in payments of its other channels, and sends through this one', async () => {
    const bench = line();
    await backAfter(bench, 130);
    expect(await bench.settle(bench.pay('c', 'a', 10n))).toMatchObject({ kind: 'ok' });
    expect(await bench.settle(bench.pay('a', 'b', 10n))).toMatchObject({ kind: 'ok' });
  });
});

describe('a partner that was away while a channel was closed and settled', () => {
  // It deposited 50, received 20 and owns nothing else.
  async function openedAfter(returnMs: number): Promise<unknown> {
    const bench = testBench(world('a 50 - 50 b', { ...SHORT_TIMEOUTS, balancePerNode: 0n }));
    await bench.settle(bench.pay('a', 'b', 20n));
    bench.simulation.control.stop('b');
    await bench.settle(bench.update('a', 'b', { state: 'closed' }));
    bench.clock.schedule(returnMs, () => bench.simulation.control.start('b'));
    bench.clock.advanceTo(300_000);
    return await bench.settle(bench.open('b', 'a', { totalDeposit: 70n }));
  }

  it('loses what it received: the contract was shown nothing of it', async () => {
    expect(await openedAfter(200_000)).toMatchObject({ kind: 'refused', status: 402 });
  });

  it('has it when it comes back before the settlement', async () => {
    expect(await openedAfter(30_000)).toMatchObject({ kind: 'ok', value: { balance: 70n } });
  });
});
