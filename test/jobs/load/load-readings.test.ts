import { expect, it } from 'vitest';
import { readAll } from '../../../src/jobs/load/load-readings.ts';
import type { NodeApi } from '../../../src/ports/node-api.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { world } from '../../world/world.ts';

it('sees a payment whose locks expire between two looks at its payer', async () => {
  const start = world('a 1000 - 0 b', { revealTimeout: 5 });
  const bench = testBench(start);
  const { simulation, clock } = bench;
  void bench.pay('a', 'b', 5n, { secretHash: `0x${'1'.repeat(64)}` });
  clock.advanceTo(500);
  const node = (name: string): NodeApi => {
    const api = simulation.node(name);
    const expired = <T>(answer: T): T => {
      clock.advanceTo(clock.nowMs() + 60_000);
      return answer;
    };
    return {
      ...api,
      payments: async (filter) => expired(await api.payments(filter)),
      pendingTransfers: async () => expired(await api.pendingTransfers()),
    };
  };
  const connections = { readers: { ...simulation, node }, askAgain: () => {} };
  const looks = await runUntilDone(clock, readAll({ start, connections, clock, signal: undefined }, 'end'));
  const shown = looks.map(({ node: reader, value }) => {
    if (reader !== 'a') return 0;
    return value.kind === 'history'
      ? value.events.length
      : value.kind === 'pending'
        ? value.transfers.length
        : 0;
  });
  expect(Math.max(...shown)).toBe(1);
});
