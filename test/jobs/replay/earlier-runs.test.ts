import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';
import { differences, inWords, replayHonest } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

const FIRST = `
question: What do entries of an earlier run with the same identifiers do?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
steps:
  - pay: {from: n1, to: n3, amount: 5, identifier: 101}
  - pay: {from: n1, to: n3, amount: 5, identifier: 102}
  - pay: {from: n1, to: n3, amount: 5, identifier: 103}
  - wait: 600s
  - pay: {from: n3, to: n1, amount: 5, identifier: 104}
`;
const SECOND = `${FIRST.replace('600s', '1s')}  - pay: {from: n1, to: n3, amount: 5, identifier: 105}\n`;

const OFFLINE = `
question: Is an offline node missed?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
nodes: {n2: {online: false}}
steps:
  - pay: {from: n1, to: n3, amount: 5}
`;

describe('a replay is as expected', () => {
  it('on nodes whose histories list the same identifiers from an earlier run', async () => {
    const options = { speed: 100, pace: 'scenario', useExisting: true } as const;
    const found = await inSandbox(
      scenarioFrom(FIRST),
      async ({ targets }) => {
        const first = await replay({ scenario: scenarioFrom(FIRST), targets, ...options });
        const second = await replay({ scenario: scenarioFrom(SECOND), targets, ...options });
        return [first, second].map(({ comparison }) => comparison && differences(comparison).map(inWords));
      },
      { speed: 100 },
    );
    expect(found).toEqual([[], []]);
  });

  it.each(['sequential', 'scenario'] as const)('with a node that is offline, at pace %s', async (pace) => {
    const run = await replayHonest(scenarioFrom(OFFLINE), { speed: 100, pace });
    expect(summaryOf(run).verdict.sentence).toBe('The target does what the simulation predicts.');
  });
});
