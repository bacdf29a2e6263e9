import { expect, it } from 'vitest';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(`question: How long is an answer waited for?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`);

it('a replay waits for an answer as long as it is told to, and no longer', async () => {
  // A payment is taken and never answered.
  const lie: Lie = (heard) => (heard.method === 'POST' ? new Promise(() => {}) : heard.forward());
  const { records } = await replayLiedTo(SCENARIO, lie, { deadlineMs: 100, settleMs: 100 });
  expect(records[0]?.outcome).toMatchObject({ kind: 'indeterminate', detail: 'no answer within 100 ms' });
});
