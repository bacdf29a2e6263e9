import { expect, it } from 'vitest';
import { perform } from '../../../src/jobs/drive/perform.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { NodeApi } from '../../../src/ports/node-api.ts';
import { sleep } from '../../../src/runtime/sleep.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { step } from '../../world/records.ts';
import { world } from '../../world/world.ts';

it('an expectation is not unmet by what a node was asked for in time and answers late', async () => {
  const network = world('alice 100 - 100 bob');
  const bench = testBench(network);
  const { clock, simulation } = bench;
  const heldUp = (name: string) => {
    const node = simulation.node(name);
    const channel: NodeApi['channel'] = async (asked) => {
      const answer = await node.channel(asked);
      await sleep(clock, 400);
      return answer;
    };
    return { ...node, channel };
  };
  const { operation } = step({ kind: 'expect', node: 'alice', partner: 'bob', balance: 95n, withinMs: 300 });
  const paid = bench.pay('alice', 'bob', 5n);
  const stage = { nodes: { node: heldUp }, directory: directoryOf(network), clock, runControl: undefined };
  const { outcome } = await runUntilDone(clock, perform(operation, stage));
  await paid;
  expect(outcome).toMatchObject({ kind: 'succeeded' });
});
