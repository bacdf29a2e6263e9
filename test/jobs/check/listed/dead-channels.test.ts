import { expect, it } from 'vitest';
import { listedBench } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { isSame } from '../../../../src/jobs/check/shrink-case.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { poisonChannel } from '../../../fixtures/broken-sandboxes.ts';
import { sandboxOf } from '../../../fixtures/in-sandbox.ts';
import { scenarioFrom, sequenceIn } from '../../scenario-text.ts';

// Locks last 9 blocks and 10 more: a fifth of a second.
const NETWORK = scenarioFrom(`
question: Are two channels that carry nothing one fault?
seed: 7
network: {topology: {line: {nodes: 3}}, capacity: 2_000, fees: {flat: 0}, settleTimeout: 20, revealTimeout: 5}
protocol: {blockTime: 10ms, hopLatency: 10ms}
`);

it('two channels that carry nothing are two faults, and the same one twice is one', async () => {
  const sandbox = await sandboxOf(NETWORK);
  await poisonChannel(sandbox, { from: 'n1', to: 'n2' });
  await poisonChannel(sandbox, { from: 'n3', to: 'n2' });
  const listed = listedBench({ targets: sandbox.targets, deadlineMs: 1_500 });
  const furnish: typeof listed.furnish = async (draft) => ({
    ...(await listed.furnish(draft)),
    settleMs: 100,
  });
  const found = async (from: string) => {
    const made = sequenceIn('n1 1_000 - 1_000 n2 1_000 - 1_000 n3', [
      `pay: {from: ${from}, to: n2, amount: 1, times: 2}`,
    ]);
    const scenario = { ...NETWORK, steps: made.scenario.steps };
    return (await trySequence({ ...made, scenario }, { bench: { ...listed, furnish }, seed: '1' })).found;
  };
  const [one, other, again] = [await found('n1'), await found('n3'), await found('n1')];
  expect(one).toMatchObject({ kind: 'pay', channel: 'n1 n2' });
  expect(isSame(one, other)).toBe(false);
  expect(isSame(one, again)).toBe(true);
}, 30_000);
