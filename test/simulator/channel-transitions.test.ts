import { expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { topology } from '../world/world.ts';

async function transitionsOf(steps: string): Promise<readonly string[]> {
  const scenario = scenarioFrom(`
question: What becomes of the channel?
seed: 1
network: {topology: ${topology('n1 100 - 100 n2')}, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps: [${steps}]
`);
  const heard: string[] = [];
  await simulate({ scenario, pace: 'sequential', onTransition: (transition) => heard.push(transition) });
  return heard;
}

const OPEN = 'opened, usual, prompt some';

it('a lock comes and goes at both ends of a channel', async () => {
  expect(await transitionsOf('{pay: {from: n1, to: n2, amount: 5}}')).toEqual([
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
