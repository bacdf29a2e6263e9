import { describe, expect, it } from 'vitest';
import { type TestBench, testBench } from '../world/test-bench.ts';

const LINE = 'a 100 - 100 b 100 - 100 c';

/** A line of three in which a payment from a to c has run out of time. */
async function afterAnExpiry({ kept }: { readonly kept: boolean }): Promise<TestBench> {
  const bench = testBench(LINE);
  if (kept) bench.simulation.control.keepExpiredLocks();
  const late = bench.pay('a', 'c', 10n, { identifier: 1n });
  // On its way to b.
  bench.simulation.control.stop('b');
  expect(await bench.settle(late)).toMatchObject({ kind: 'refused', status: 409 });
  bench.simulation.control.start('b');
  return bench;
}

describe('locks that expire', () => {
  it('are released', async () => {
    const bench = await afterAnExpiry({ kept: false });
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({ kind: 'ok' });
  });

  it('stay where a sandbox is told to keep them, and their channels carry nothing more', async () => {
    const bench = await afterAnExpiry({ kept: true });
    const { simulation } = bench;
    const pending = async (name: string): Promise<unknown> => await simulation.node(name).pendingTransfers();
    expect(await pending('a')).toMatchObject({ value: [{ paymentIdentifier: 1n, lockedAmount: 10n }] });
    const direct = await bench.settle(bench.pay('a', 'b', 5n, { identifier: 2n }));
    expect(direct).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: expect.stringContaining('expired'),
    });
    expect(await pending('a')).toMatchObject({
      value: [{ paymentIdentifier: 1n }, { paymentIdentifier: 2n, lockedAmount: 15n }],
    });
    expect(await bench.settle(bench.pay('b', 'c', 5n))).toMatchObject({ kind: 'ok' });
    expect(await bench.settle(bench.pay('b', 'a', 5n))).toMatchObject({ kind: 'ok' });
  });

  it('are gone after a reset, which ends the keeping too', async () => {
    const bench = await afterAnExpiry({ kept: true });
    expect(bench.simulation.control.pendingTransfers()).toBe(1);
    bench.simulation.control.reset();
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    const late = bench.pay('a', 'c', 10n);
    bench.simulation.control.stop('b');
    await bench.settle(late);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
  });
});
