import { expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import type { Pace } from '../../src/model/run/run.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { topology } from '../world/world.ts';

async function transitionsOf(
  steps: string,
  channels = 'n1 100 - 100 n2',
  pace: Pace = 'sequential',
): Promise<readonly string[]> {
  const scenario = scenarioFrom(`
question: What becomes of the channel?
seed: 1
network: {topology: ${topology(channels)}, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps: [${steps}]
`);
  const heard: string[] = [];
  await simulate({ scenario, pace, onTransition: (transition) => heard.push(transition) });
  return heard;
}

const OPEN = 'opened, usual, prompt some';

it('a lock comes and goes at both ends of a channel', async () => {
  const heard = await transitionsOf('{pay: {from: n1, to: n2, amount: 5}}');
  expect(heard.filter((transition) => transition.includes(' > '))).toEqual([
    `${OPEN} 0 - -, prompt some 0 - - > ${OPEN} 1 - -, prompt some 0 - -`,
    `${OPEN} 0 - -, prompt some 0 - - > ${OPEN} 0 - -, prompt some 1 - -`,
    `${OPEN} 1 - -, prompt some 0 - - > ${OPEN} 0 - -, prompt some 0 - -`,
    `${OPEN} 0 - -, prompt some 1 - - > ${OPEN} 0 - -, prompt some 0 - -`,
  ]);
});

it('a node that is stopped and started is away in between', async () => {
  const away = `${OPEN} 0 - -, away some 0 - -`;
  const heard = await transitionsOf('{stop: n2}, {start: n2}');
  expect(heard).toContain(`${OPEN} 0 - -, prompt some 0 - - > ${away}`);
  expect(heard).toContain(`${away} > ${OPEN} 0 - -, prompt some 0 - -`);
});

it('a channel is closed, then gone, and one that is opened comes from nothing', async () => {
  const heard = await transitionsOf('{close: {from: n1, to: n2}}, {open: {from: n1, to: n2, deposit: 5}}');
  const phases = heard.map((transition) => transition.split(' > ').map((state) => state.split(',')[0]));
  expect(phases).toContainEqual(['opened', 'closed']);
  expect(phases).toContainEqual(['closed', 'gone']);
  expect(phases).toContainEqual(['none', 'opened']);
});

it('what happens to a channel and leaves it as it is counts too: a mediator waits for money and goes on later', async () => {
  const steps = [
    '{pay: {from: n1, to: n3, amount: 100}}',
    '{pay: {from: n2, to: n3, amount: 100}, beside: true}',
    '{pay: {from: n3, to: n2, amount: 100}, beside: true, at: 1s}',
  ].join(', ');
  const heard = await transitionsOf(steps, 'n1 100 - 100 n2 100 - 100 n3', 'scenario');
  const events = heard.flatMap((transition) => transition.split(' ! ').slice(1));
  expect(events.slice(0, 2)).toEqual(['locked', 'no way on, at once']);
  expect(events).toContain('passed on later, first way, free');
});

it('a message that waits for its node does too', async () => {
  const steps =
    '{pay: {from: n1, to: n2, amount: 5}}, {stop: n2, beside: true}, {start: n2, beside: true, at: 1s}';
  const heard = await transitionsOf(steps, 'n1 100 - 100 n2', 'scenario');
  expect(heard).toContain(`opened, usual, prompt some 1 - -, away some 0 - - ! locked waits`);
});
