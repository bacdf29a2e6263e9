import { expect, it } from 'vitest';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { hanging } from '../fixtures/broken-sandboxes.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import { replayLiedTo } from '../fixtures/lied-to-replay.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

const PAYMENTS = ['pay: {from: n1, to: n2, amount: 1, identifier: 7000, times: 5}'];
const SCENARIO = scenarioFrom(stepsIn('{line: {nodes: 3}}', PAYMENTS, { more: 'load: {deadline: 1s}' }));

it('a load asks a node that never answers no more than once at its end', async () => {
  const hung: string[] = [];
  const run = await loadLiedTo(SCENARIO, hanging({ node: 'n3', after: '7000', hung }));
  expect(hung.filter((asked) => /payments|connections/.test(asked))).toEqual([]);
  expect(hung.filter((asked) => asked.includes('pending')).length).toBeLessThanOrEqual(2);
  expect(verdictOf(run)).toMatchObject({ word: 'unknown' });
});

it(
  'a replay that is told no deadline waits for no payment that its node took and does not list',
  async () => {
    const scenario = scenarioFrom(
      stepsIn('{line: {nodes: 2}}', ['pay: {from: n1, to: n2, amount: 1, times: 2}']),
    );
    const takesAndLoses: Lie = async (heard) => {
      if (heard.method !== 'POST' || !heard.path.startsWith('/payments')) return await heard.forward();
      await heard.gone;
      return 'break';
    };
    const { records } = await replayLiedTo(scenario, takesAndLoses, { speed: 1 });
    expect(records.map(({ outcome }) => outcome)).toEqual(
      Array(2).fill(
        expect.objectContaining({ detail: expect.stringMatching(/does not list it as pending/) }),
      ),
    );
  },
  10 * 60_000,
);
