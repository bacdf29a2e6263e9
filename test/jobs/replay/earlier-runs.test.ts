import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { differencesOf, summaryOf } from '../../../src/report/summary.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SPEED = 100;

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
    const sandbox = await startSandbox({
      scenario: scenarioFrom(FIRST),
      speed: SPEED,
      basePort: 0,
      pathFindingPort: 0,
    });
    const { targets } = sandbox;
    const about = { targets, speed: SPEED, pace: 'scenario', useExisting: true } as const;
    try {
      for (const text of [FIRST, SECOND]) {
        const run = await replay({ scenario: scenarioFrom(text), ...about });
        if (run.comparison === undefined) throw new Error('a replay compares');
        expect(differencesOf(run.comparison).map(({ title }) => title)).toEqual([]);
      }
    } finally {
      await sandbox.stop();
    }
  });

  it.each(['sequential', 'scenario'] as const)('with a node that is offline, at pace %s', async (pace) => {
    const scenario = scenarioFrom(OFFLINE);
    const sandbox = await startSandbox({ scenario, speed: SPEED, basePort: 0, pathFindingPort: 0 });
    try {
      const run = await replay({ scenario, targets: sandbox.targets, speed: SPEED, pace });
      expect(summaryOf(run).verdict.sentence).toBe('The target does what the simulation predicts.');
    } finally {
      await sandbox.stop();
    }
  });
});
