import { expect, it } from 'vitest';
import { planState } from '../../../src/cli/plan/keep-plan.ts';
import { stateLines } from '../../../src/cli/terminal/live-display.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';

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
