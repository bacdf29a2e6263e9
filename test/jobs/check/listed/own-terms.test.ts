import { expect, it } from 'vitest';
import { listedBench } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { readSequence } from '../../../../src/jobs/check/sequence.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { sandboxOf } from '../../../fixtures/in-sandbox.ts';
import { idle } from './idle.ts';

it('the time-outs that sequences before have asked for are not taken for those that a node has by default', async () => {
  const text = (to: string, settleTimeout: string): string => `
question: Which time-out has a new channel?
seed: 1
network: {topology: {channels: [{between: [n1, n2], deposits: [100, 100]}]}}
nodes: {n3: {}}
protocol: {hopLatency: 1ms, blockTime: 5ms, confirmations: 1}
steps: [{open: {from: n3, to: ${to}, deposit: 5${settleTimeout}}}]
`;
  const sandbox = await sandboxOf(idle(text('n1', '')));
  const bench = listedBench({ targets: sandbox.targets, allowChanges: true });
  for (const tried of [text('n1', ', settleTimeout: 100'), text('n2', '')])
    expect(await trySequence(readSequence(tried), { bench, seed: '1' })).toMatchObject({
      verdict: 'held',
    });
});

it('a channel whose time-outs nobody knows is not opened, unless the scenario describes them', async () => {
  const text = `
question: Which time-out has a new channel?
seed: 1
network: {topology: {channels: [{between: [n1, n2], deposits: [100, 100]}]}}
nodes: {n3: {}}
protocol: {hopLatency: 1ms, blockTime: 5ms, confirmations: 1}
steps: [{open: {from: n1, to: n3, deposit: 5}}, {open: {from: n2, to: n1, deposit: 5}}]
`;
  const { targets } = await sandboxOf(idle(text));
  for (const [describesTimeouts, opened] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const bench = listedBench({ targets, allowChanges: true, describesTimeouts });
    const { verdict, run } = await trySequence(readSequence(text), { bench, seed: '1' });
    expect([verdict, run?.records.length]).toEqual(['held', opened]);
  }
});
