import { expect, it } from 'vitest';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { readSequence } from '../../../src/jobs/check/sequence.ts';

const STOPS_THE_FIRST = `
question: Can the others be started still?
seed: 1
network:
  topology:
    channels: [{between: [n1, n2], deposits: [10, 10]}]
protocol: {blockTime: 1s, confirmations: 2}
steps:
  - stop: n1
  - start: n2
`;

it.each(['raiden', 'raiden-light'])(
  'nodes of a sandbox are started when the first was stopped: %s',
  async (dialect) => {
    const bench = sandboxBench({ dialect });
    const tried = await trySequence(readSequence(STOPS_THE_FIRST), { bench, seed: '1' });
    expect(tried.found).toBeUndefined();
    expect(tried.verdict).toBe('held');
  },
);

const PASSES_ON = `
question: Is a mediator of light clients asked for what it lists?
seed: 1
network:
  topology:
    channels: [{between: [n1, n2], deposits: [10, 10]}, {between: [n2, n3], deposits: [10, 10]}]
protocol: {blockTime: 1s, confirmations: 2}
steps:
  - pay: {from: n1, to: n3, amount: 3}
`;

it('a mediator that lists with each partner what it passed on agrees with its whole history', async () => {
  const bench = sandboxBench({ dialect: 'raiden-light' });
  const tried = await trySequence(readSequence(PASSES_ON), { bench, seed: '1' });
  expect([tried.found, tried.verdict]).toEqual([undefined, 'held']);
});

// Blocks of 15 s, locks of 109 blocks: 27 minutes, as on a main net.
const USUAL_TIMEOUTS = `
question: Is what nodes need with the usual time-outs waited for?
seed: 1
network: {topology: {star: {spokes: 3}}, capacity: 1000}
steps:
`;

it.each([
  ['a lock that expires', '[{stop: spoke2}, {pay: {from: spoke1, to: spoke2, amount: 10}}]'],
  [
    'a node that outlasts locks',
    '[{slow: {node: hub, by: 1h}}, {pay: {from: spoke1, to: spoke2, amount: 10}}]',
  ],
])('waits for what the model needs: %s', async (_what, steps) => {
  const text = `${USUAL_TIMEOUTS.trimEnd()} ${steps}\n`;
  const tried = await trySequence(readSequence(text), { bench: sandboxBench(), seed: '1' });
  expect(tried.found).toBeUndefined();
  expect(tried.verdict).toBe('held');
});

const STOPS_THE_PAYER = `
question: Is a lock a fault whose payment was broken off when its payer stopped?
seed: 1
network:
  topology:
    channels: [{between: [n1, n2], deposits: [54, 100]}]
  settleTimeout: 2_000
  revealTimeout: 500
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 1s}
steps:
  - pay: {from: n2, to: n1, amount: 1}
  - stop: n2
    beside: true
    at: 500ms
`;

it('a lock that lives on where its payer was stopped is no fault', async () => {
  const tried = await trySequence(readSequence(STOPS_THE_PAYER), { bench: sandboxBench(), seed: '1' });
  expect(tried.found).toBeUndefined();
});
