import { describe, expect, it } from 'vitest';
import { testBench } from '../world/test-bench.ts';

// Messages of 100 ms and blocks of a second unless said otherwise.
const line = () => testBench('a 100 - 100 b 100 - 100 c');

describe('a slow node', () => {
  it('takes a payment up later, and shows at once what it has', async () => {
    const bench = line();
    const { simulation, clock } = bench;
    const quick = await bench.settle(bench.pay('a', 'c', 10n));
    const quickMs = clock.nowMs();
    simulation.control.slow('b', 5_000);
    const paying = bench.pay('a', 'c', 10n);
    const askedMs = clock.nowMs();
    await bench.settle(simulation.node('b').channels());
    expect(clock.nowMs()).toBe(askedMs);
    expect((await bench.settle(paying)).kind).toBe(quick.kind);
    // The lock and the secret pass it, each once.
    expect(clock.nowMs() - askedMs).toBe(quickMs + 10_000);
  });

  it('lets locks expire that it comes to too late', async () => {
    const bench = line();
    const { simulation } = bench;
    simulation.control.slow('b', 120_000);
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({
      kind: 'refused',
      reason: 'lock-expired',
    });
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([100n, 100n]);
  });

  it('forgets what it has not come to when it is stopped', async () => {
    const bench = line();
    const { simulation } = bench;
    simulation.control.slow('a', 5_000);
    const paying = bench.pay('a', 'b', 10n);
    simulation.control.stop('a');
    expect(await bench.settle(paying)).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    simulation.control.start('a');
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([100n, 100n]);
  });

  it('is as quick as any other again', async () => {
    const bench = line();
    const { simulation, clock } = bench;
    await bench.settle(bench.pay('a', 'c', 10n));
    const quickMs = clock.nowMs();
    simulation.control.slow('b', 5_000);
    simulation.control.slow('b', 0);
    await bench.settle(bench.pay('a', 'c', 10n));
    expect(clock.nowMs()).toBe(2 * quickMs);
  });
});
