import { describe, expect, it } from 'vitest';
import { listedBench } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { readSequence } from '../../../../src/jobs/check/sequence.ts';
import { type Tried, trySequence } from '../../../../src/jobs/check/try-case.ts';
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

describe('a node without channels, of which nobody knows what it uses by default', () => {
  const text = (step: string): string => `
question: Which time-out has a new channel?
seed: 1
tokens: [{name: NEW}, {name: USED}]
networks:
  - {token: NEW, topology: {channels: [{between: [n1, n2], deposits: [100, 100]}]}}
  - {token: USED, topology: {channels: [{between: [n3, n2], deposits: [9, 9]}, {between: [n3, n4], deposits: [9, 9]}]}, settleTimeout: 120}
nodes: {n3: {}}
protocol: {hopLatency: 1ms, blockTime: 5ms, confirmations: 1}
steps: [{${step}, token: NEW}}]
`;

  async function tried(...steps: readonly string[]) {
    const started = text('open: {from: n1, to: n3, deposit: 1').replace(
      'n3: {}',
      'n3: {settleTimeout: 1000, revealTimeout: 20}',
    );
    const sandbox = await sandboxOf(idle(started));
    const tokens = Object.fromEntries(
      sandbox.network.getAttribute('tokens').map(({ name, tokenAddress }) => [name, tokenAddress]),
    );
    const listed = listedBench({ targets: sandbox.targets, tokens, allowChanges: true });
    const furnish: typeof listed.furnish = async (scenario) => ({
      ...(await listed.furnish(scenario)),
      settleMs: 700,
    });
    const bench = { ...listed, furnish };
    const all: Tried[] = [];
    for (const step of steps) all.push(await trySequence(readSequence(text(step)), { bench, seed: '1' }));
    return all;
  }

  it('is held to its own from the first channel in which it is left to them', async () => {
    const [first, second] = await tried(
      'open: {from: n3, to: n1, deposit: 5',
      'open: {from: n3, to: n4, deposit: 5',
    );
    expect(first).toMatchObject({ verdict: 'held', why: expect.stringContaining('were not known') });
    expect(second?.verdict).toBe('held');
    expect(second).not.toHaveProperty('why');
    const opened = second?.run?.prediction?.records[0]?.outcome;
    expect(opened).toMatchObject({ channels: [{ settleTimeout: 1000n, revealTimeout: 20n }] });
  });

  it.each([
    [
      'is learnt from a channel that takes the place of another one',
      'open: {from: n1, to: n3, deposit: 5',
      'leave: {node: n3, token: NEW}}, {open: {from: n3, to: n1, deposit: 5',
      'open: {from: n3, to: n2, deposit: 5',
    ],
    [
      'is not taken to use those that a sequence asked for',
      'open: {from: n3, to: n1, deposit: 5, settleTimeout: 100, revealTimeout: 30',
      'open: {from: n4, to: n3, deposit: 5',
      'open: {from: n3, to: n2, deposit: 5',
    ],
  ])('%s', async (_what, ...sequences) => {
    const all = await tried(...sequences);
    expect(all.map(({ verdict }) => verdict)).toEqual(['held', 'held', 'held']);
  });
});
