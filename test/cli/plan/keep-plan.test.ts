import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepPlan, planState } from '../../../src/cli/plan/keep-plan.ts';
import { stateLines } from '../../../src/cli/terminal/live-display.ts';
import { ownProcessRunner } from '../../../src/jobs/replicate.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { memoryTerminal } from '../memory-terminal.ts';

it.each([
  ['how long the question takes at the speed so far', undefined, 'about 20 s left'],
  ['what is left of the time that was given', 60_000, 'about 50 s left'],
])('a plan shows its question, its simulations, and %s', (_, timeMs, left) => {
  const clock = new VirtualClock();
  const state = planState('How much?', { clock, timeMs });
  state.turn('deposit');
  state.asked(30);
  clock.advanceTo(10_000);
  for (let simulation = 1; simulation <= 10; simulation += 1) state.simulated();
  expect(stateLines('planning', state.read(), { canRedraw: false, noteColor: false })).toEqual([
    `planning  Question deposit, 20 simulations to go  10 s so far, ${left}`,
    'Simulations 10, 1.0/s',
  ]);
});

const LINE = `
question: How far is it?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 10}
steps: [{pay: {from: n1, to: n3, amount: 1}}]
plan: {goal: success_rate >= 99%, replications: 2}
`;

it('leaves Ctrl-C to the system while the network is built, and hears it from the first simulation on', async () => {
  const before = process.listenerCount('SIGINT');
  const listeners: string[] = [];
  const count = (moment: string): void =>
    void listeners.push(`${moment}: ${process.listenerCount('SIGINT') - before}`);
  const simulated = ownProcessRunner();
  const keeping = {
    out: mkdtempSync(join(tmpdir(), 'millrace-plan-')),
    terminal: memoryTerminal(),
    progress: false,
    scenario: scenarioFrom(LINE),
    command: 'millrace plan line.yaml',
  };
  await keepPlan(keeping, {
    source: {
      file: 'line.yaml',
      get text() {
        count('scenario read');
        return LINE;
      },
      readFile: () => '',
    },
    runner: {
      ...simulated,
      async run(job, key) {
        count('simulating');
        return await simulated.run(job, key);
      },
    },
  });
  count('ended');
  expect([...new Set(listeners)]).toEqual([
    'scenario read: 0',
    'simulating: 1',
    'scenario read: 1',
    'ended: 0',
  ]);
});
