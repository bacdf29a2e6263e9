import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { verdictOf } from '../../../src/report/figures/verdict.ts';
import { textSummary } from '../../../src/report/sections/run-document.ts';
import { differencesOf } from '../../../src/report/words/check-texts.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SPEED = 100;
// What is dead is dead: waiting for it longer tells nothing more.
const SETTLE_MS = 50;

const scenario = scenarioFrom(`
question: What is said of a sandbox that dies in the middle?
seed: 5
network: {topology: {line: {nodes: 3}}, capacity: 100}
protocol: {hopLatency: 1ms}
steps:
  - pay: {from: n1, to: n3, amount: 1}
  - pay: {from: n1, to: n3, amount: 2}
  - stop: n3
  - pay: {from: n1, to: n3, amount: 3}
  - start: n3
`);

/** Kills the sandbox when this operation has ended. */
async function replayUntilKilled(after: number): Promise<Run> {
  const sandbox = await startSandbox({ scenario, speed: SPEED });
  const onRecord = ({ operation }: { readonly operation: { readonly id: number } }): void => {
    if (operation.id === after) void sandbox.stop();
  };
  const { targets, pathFindingUrl: controlUrl } = sandbox;
  try {
    return await replay({ scenario, targets, controlUrl, speed: SPEED, settleMs: SETTLE_MS, onRecord });
  } finally {
    await sandbox.stop();
  }
}

describe('a replay whose sandbox is killed before a step that stops a node', () => {
  it('ends with a report that names the nodes that do not answer', async () => {
    const run = await replayUntilKilled(0);
    expect(run.records).toHaveLength(5);
    expect(run.records[2]).toMatchObject({ operation: { kind: 'stop' }, outcome: { kind: 'indeterminate' } });
    expect(verdictOf(run).word).toBe('not-as-expected');
    const text = textSummary(run, { color: false, width: 120 });
    for (const node of ['n1', 'n2', 'n3'])
      expect(
        text.match(
          new RegExp(`^ {2}✗ ${node}: .*nothing accepts connections at 127.0.0.1:\\d+ \\(ECONNREFUSED`, 'gm'),
        ),
      ).toHaveLength(1);
    const differences = differencesOf(run.comparison as NonNullable<Run['comparison']>);
    expect(differences.map(({ title, observed }) => `${title} ${observed}`).join('\n')).toMatch(
      /n\d .*(does not answer|unreachable|ECONNREFUSED)/,
    );
  });
});
