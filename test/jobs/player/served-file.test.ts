import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPlayer } from '../../../src/jobs/parse-scenario.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { isStated } from '../../../src/report/figures/unexpected-steps.ts';
import { LockstepClock } from '../../../src/runtime/lockstep-clock.ts';
import { ENVIRONMENT, failedLines, TEAM_FILES } from './player-run.ts';

const scenarioOf = (text: string) =>
  readPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten: false }).scenario;

async function servedRun(text: string, lockstep?: LockstepClock): Promise<Run> {
  const scenario = scenarioOf(text);
  const speed = lockstep === undefined ? 1000 : 1;
  const sandbox = await startSandbox({ scenario, speed, lockstep });
  try {
    return await replay({ scenario, targets: sandbox.targets, pace: 'scenario', speed, lockstep });
  } finally {
    await sandbox.stop();
  }
}

it('a file passes over HTTP as it does in a simulation, with every assertion judged there', async () => {
  const run = await servedRun(TEAM_FILES.get('ms1_simple_monitoring') as string);
  expect(failedLines(run)).toEqual([]);
  expect(run.records.filter(isStated)).toHaveLength(7);
  expect(run.comparison?.differences).toBe(0);
});

it.each([
  ['pfs1_get_a_simple_path', TEAM_FILES.get('pfs1_get_a_simple_path') as string],
  ['pfs8_mediator_goes_offline', TEAM_FILES.get('pfs8_mediator_goes_offline') as string],
  [
    'one that starts nodes with other options',
    readFileSync('test/jobs/player/files/other-options.yaml', 'utf8'),
  ],
  ['one whose mediators pay', readFileSync('test/jobs/player/files/paid-to-balance.yaml', 'utf8')],
])('in lockstep %s goes over HTTP as in a simulation, at the same moments', async (_name, text) => {
  const run = await servedRun(text, new LockstepClock());
  expect(failedLines(run)).toEqual([]);
  expect(run.comparison?.differences).toBe(0);
  const moments = ({ records }: Run) =>
    records
      .map(({ operation, endedAtMs }) => [operation.id, endedAtMs] as const)
      .toSorted(([one], [other]) => one - other);
  expect(moments(run)).toEqual(moments(await simulate({ scenario: scenarioOf(text) })));
});
