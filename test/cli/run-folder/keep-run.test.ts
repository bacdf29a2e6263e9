import { expect, it } from 'vitest';
import { keepPlan } from '../../../src/cli/plan/keep-plan.ts';
import { keepRun } from '../../../src/cli/run-folder/keep-run.ts';
import { ownProcessRunner } from '../../../src/jobs/replicate.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { newFolder } from '../../new-folder.ts';

const LARGE = `
question: How far is it?
seed: 1
network: {topology: {line: {nodes: 2500}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`;

const keepingIn = (terminal = memoryTerminal(), progress = false) => ({
  out: newFolder(),
  terminal,
  progress,
});
const before = process.listenerCount('SIGINT');
const listeners: string[] = [];
const count = (moment: string): void =>
  void listeners.push(`${moment}: ${process.listenerCount('SIGINT') - before}`);

it('leaves Ctrl-C to the system while the network is built, and hears it from the first operation on', async () => {
  const scenario = scenarioFrom(LARGE);
  await keepRun(keepingIn(), 'simulating', async (hooks) => {
    const onBuilding = (built: Parameters<typeof hooks.onBuilding>[0]): void => {
      hooks.onBuilding(built);
      if (built.done === 1000) count('building');
    };
    const onRecord = (record: Parameters<typeof hooks.onRecord>[0]): void => {
      hooks.onRecord(record);
      count('operating');
    };
    return await simulate({ scenario, ...hooks, onBuilding, onRecord });
  });
  count('ended');
  expect(listeners.splice(0)).toEqual(['building: 0', 'operating: 1', 'ended: 0']);
});

it('hears Ctrl-C from the first simulation of a plan on', async () => {
  const text = `${LARGE}plan: {goal: success_rate >= 99%, replications: 2}`;
  const runner = ownProcessRunner();
  const run: typeof runner.run = (job, key) => {
    count('simulating');
    return runner.run(job, key);
  };
  const source = { file: 'line.yaml', text };
  const keeping = { ...keepingIn(), scenario: scenarioFrom(text), command: '' };
  await keepPlan(keeping, { source, runner: { ...runner, run } });
  count('ended');
  expect(new Set(listeners)).toEqual(new Set(['simulating: 1', 'ended: 0']));
});

it('shows how much of a large network stands, before the first payment', async () => {
  const terminal = memoryTerminal();
  const scenario = scenarioFrom(LARGE);
  await keepRun(keepingIn(terminal, true), 'simulating', (hooks) => simulate({ scenario, ...hooks }));
  expect(terminal.written.note).toMatch(
    /simulating ━+─+  Nodes and channels 1,000 of 4,999.*simulating ─+  Operations 0 of 1/s,
  );
});
