import { expect, it } from 'vitest';
import { readPlayer } from '../../../src/jobs/parse-scenario.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { isStated } from '../../../src/report/figures/unexpected-steps.ts';
import { ENVIRONMENT, failedLines, TEAM_FILES } from './player-run.ts';

it('a file passes over HTTP as it does in a simulation, with every assertion judged there', async () => {
  const text = TEAM_FILES.get('ms1_simple_monitoring') as string;
  const { scenario } = readPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten: false });
  const speed = 1000;
  const sandbox = await startSandbox({ scenario, speed });
  try {
    const run = await replay({ scenario, targets: sandbox.targets, pace: 'scenario', speed });
    expect(failedLines(run)).toEqual([]);
    expect(run.records.filter(isStated)).toHaveLength(7);
    expect(run.comparison?.differences).toBe(0);
  } finally {
    await sandbox.stop();
  }
});
