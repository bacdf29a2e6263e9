import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../cli/run-program.ts';
import { PLANNED } from '../report/plan/example-plan.ts';
import {
  filesUnder,
  folderWith,
  keptOfPlan,
  planFolderIn,
  runCli,
  startCli,
  untilWritten,
} from './built-cli.ts';

const RING = { 'ring.yaml': PLANNED };

// A million payments.
const LONG = `
question: What if one simulation takes minutes?
seed: 5
network: {topology: {scale-free: {nodes: 100, channelsPerNode: 2}}, capacity: 1_000}
traffic: [{arrivals: {poisson: {perSecond: 100}}, count: 1_000_000, amounts: {uniform: {min: 1, max: 60}}}]
`;

const RECORDED = `
question: Can what was recorded be paid?
seed: 1
network: {topology: {channels: [{between: [ann, hub], deposits: [90, 0]}, {between: [hub, ben], deposits: [10, 0]}]}}
recorded: [{file: week.csv}]
plan: {mine: hub, replications: 2, fund: {budget: 40}}
`;

const planFolder = (folder: string) => planFolderIn(folder, 'ring');

describe('millrace plan', () => {
  it('leaves an answer that finds the recorded payments of its scenario', async () => {
    const csv = 'at,from,to,amount\n0,ann,ben,20\n5,ann,ben,20\n';
    const folder = folderWith({ 'week.yaml': RECORDED, 'week.csv': csv });
    const planned = await runCli(['plan', 'week.yaml', '--find', 'fund'], { folder });
    expect(planned.stdout).toContain('return on capital at my own nodes');
    const answer = join(planFolderIn(folder, 'week'), 'answer-fund.yaml');
    const run = await runProgram(['simulate', answer], { folder });
    expect(run.out).toMatch(/Payments +100 % · 2 of 2/);
  });

  it('answers, keeps tables, page and scenario files, and lists itself; one thread and two give the same bytes', async () => {
    const [one, two] = [folderWith(RING), folderWith(RING)];
    const find = ['--find', 'deposit', '--find', 'changes'];
    const points = ['--vary', 'traffic[0].amounts.uniform.max=[20, 60]'];
    const command = ['plan', 'ring.yaml', ...find, ...points];
    const alone = await runCli([...command, '--threads', '1'], { folder: one });
    const pool = await runCli([...command, '--threads', '2'], { folder: two });
    expect(alone.code, alone.stderr).toBe(0);
    expect(pool.code, pool.stderr).toBe(0);
    expect(alone.stdout).toMatch(/Enough would be 0 (?:.* )?at hub’s end of each of its channels/);
    expect(keptOfPlan(planFolder(two))).toEqual(keptOfPlan(planFolder(one)));
    expect(filesUnder(planFolder(one))).toEqual([
      'answer-deposit-1.yaml',
      'entry.json',
      'plan.html',
      'plan.json',
      'replications.ndjson',
      'results.csv',
      'scenario.yaml',
      'what-to-do.csv',
    ]);
    expect(readFileSync(join(one, 'reports', 'index.html'), 'utf8')).toContain('plan.html');
    await runProgram(['validate', join(planFolder(one), 'answer-deposit-1.yaml')]);
  });

  it('goes on after Ctrl-C in the folder it is given, with what it had simulated, to the same bytes', async () => {
    const [whole, broken] = [folderWith(RING), folderWith(RING)];
    const onePoint = ['--vary', 'protocol.router=[raiden]', '--replications', '4'];
    const command = ['plan', 'ring.yaml', '--find', 'fund', ...onePoint, '--threads', '1'];
    const cli = startCli(command, { folder: broken });
    const reference = runCli(command, { folder: whole });
    await untilWritten(join(broken, 'reports', 'ring'), 'replications.ndjson');
    cli.interrupt();
    const { code, stderr } = await cli.result;
    // A machine may be done before the signal arrives.
    expect([0, 130]).toContain(code);
    const folder = planFolder(broken);
    if (code === 130) expect(stderr).toContain(`--resume ${folder.slice(broken.length + 1)}`);
    // Wherever other reports are kept, it lists itself where it is.
    const index = join(broken, 'reports', 'index.html');
    rmSync(index, { force: true });
    const resumed = await runCli([...command, '--resume', folder, '--out', 'missing'], { folder: broken });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(filesUnder(broken)).not.toContain('missing');
    expect(readFileSync(index, 'utf8')).toContain('plan.html');
    await reference;
    // Nothing is left to simulate.
    const again = await runCli([...command, '--resume', planFolder(whole)], { folder: whole });
    expect(again.code, again.stderr).toBe(0);
    expect(keptOfPlan(folder)).toEqual(keptOfPlan(planFolder(whole)));
    writeFileSync(join(whole, 'other.yaml'), readFileSync(join(whole, 'ring.yaml')));
    const other = await runCli(['plan', 'other.yaml', '--resume', planFolder(whole)], { folder: whole });
    expect(other.stderr).toContain('found the plan of scenario ring, expected one of other');
    expect(other.code).toBe(2);
  });

  it('ends when its time is up, in the middle of a simulation that takes minutes', async () => {
    const folder = folderWith({ 'long.yaml': LONG });
    const { code, stdout } = await runCli(['plan', 'long.yaml', '--time', '1s', '--threads', '1'], {
      folder,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('The time was up: 0 of 1 point measured');
  });

  it('names what is wrong with a flag, and writes nothing', async () => {
    const folder = folderWith(RING);
    for (const [flags, told] of [
      [['--vary', 'network.capacity'], 'Expected PATH=VALUES'],
      [['--vary', 'network.fees.flat=[-1]'], 'with network.fees.flat = -1 the scenario is wrong'],
      [['--for', 'success_rat >= 9'], 'Expected METRIC RELATION NUMBER'],
      [['--for', 'success_rate >= 95'], 'success_rate lies between 0 and 1: write 95% or 0.95'],
      [['--find', 'frontier'], 'Expected one of '],
      [['--resume', 'nowhere'], 'expected the folder of a plan'],
    ] as const) {
      const args = ['plan', 'ring.yaml', ...flags];
      const { code, note } = await runProgram(args, { folder, tellsFailure: true });
      expect([code, note], note).toEqual([2, expect.stringContaining(told)]);
    }
    expect(filesUnder(folder)).toEqual(['ring.yaml']);
  });
});
