import { expect, it } from 'vitest';
import { CHOICES } from '../../src/jobs/assemble.ts';
import { simulate } from '../../src/jobs/simulate.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

it.each(CHOICES.routers.map(({ name }) => name))(
  'a scenario that names the router %s runs',
  async (router) => {
    const text = `question: q\nseed: 1\nnetwork: {topology: {line: {nodes: 3}}}\nprotocol: {router: ${router}}\nsteps: [{pay: {from: n1, to: n3, amount: 5}}]\n`;
    const run = await simulate({ scenario: scenarioFrom(text) });
    expect(run.records.map(({ outcome }) => outcome.kind)).toEqual(['succeeded']);
  },
);
