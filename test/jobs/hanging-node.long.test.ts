import { expect, it } from 'vitest';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { textSummary } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { hanging, hangingFromTheSecondAtOnce } from '../fixtures/broken-sandboxes.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import { replayLiedTo } from '../fixtures/lied-to-replay.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

// A request that never ends makes the clock of a sandbox stand still.
const IN_REAL_TIME = { lockstep: undefined };
const PAYMENTS = ['pay: {from: n1, to: n2, amount: 1, identifier: 7000, times: 5}'];
const SCENARIO = scenarioFrom(stepsIn('{line: {nodes: 3}}', PAYMENTS, { more: 'load: {deadline: 1s}' }));

it('a load asks a node that never answers for its pending transfers at most twice at its end', async () => {
  const hung: string[] = [];
  const run = await loadLiedTo(SCENARIO, hanging({ node: 'n3', after: '7000', hung }), IN_REAL_TIME);
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
    const { records } = await replayLiedTo(scenario, takesAndLoses, { lockstep: undefined, speed: 1 });
    expect(records.map(({ outcome }) => outcome)).toEqual(
      Array(2).fill(
        expect.objectContaining({ detail: expect.stringMatching(/does not list it as pending/) }),
      ),
    );
  },
  10 * 60_000,
);

// The first payment is under way for seconds, so that the second comes meanwhile also where the machine stands still for
// one, and each that is answered is so long before the deadline.
const UNDER_LOAD = scenarioFrom(`
question: What does a load say of nodes that hang from the second payment at once on?
seed: 7
network: {topology: {line: {nodes: 3}}, capacity: 10_000}
protocol: {blockTime: 1s, hopLatency: 400ms}
traffic: [{arrivals: {constant: {perSecond: 20}}, count: 12, amounts: 5, pairs: {uniform: {from: [n1], to: [n3]}}}]
load: {deadline: 10s}
`);

it('a load says in its first lines that payments hang', async () => {
  const run = await loadLiedTo(UNDER_LOAD, hangingFromTheSecondAtOnce(), IN_REAL_TIME);
  const [, verdict, standing] = textSummary(run, { color: false, width: 200 }).split('\n');
  expect(verdict).toMatch(
    /^✗ 11 of 12 payments got no answer in time: 11 not made; 2 checks violated: answers, recovery; the first/,
  );
  expect(standing).toBe(
    '! The target is not well after the load: n1 cannot pay n3 5 TOK as before: no answer yet.',
  );
  expect(summaryOf(run).verdict.sentence).toContain('11 of 12 payments got no answer');
  expect(run.load.findings).toMatchObject([
    {
      check: 'answers',
      title: '11 of 12 payments hang: taken and never answered, and no node tells of them',
    },
    { check: 'recovery' },
  ]);
  expect(run.load.course).toMatchObject({ cause: 'broken' });
});
