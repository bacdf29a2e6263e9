import { expect, it } from 'vitest';
import { differences, inWords, replayLiedTo } from '../fixtures/lied-to-replay.ts';
import { hanging, hangingFromTheSecondAtOnce } from '../fixtures/broken-sandboxes.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import type { Run } from '../../src/model/run/run.ts';
import { textSummary } from '../../src/report/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

const PAYMENTS = ['pay: {from: n1, to: n2, amount: 1, identifier: 7000, times: 4}'];
const SCENARIO = scenarioFrom(stepsIn('{line: {nodes: 3}}', PAYMENTS));

it('a replay asks a node that never answers three times, however many readings it takes', async () => {
  const hung: string[] = [];
  const run = await replayLiedTo(SCENARIO, hanging({ node: 'n3', after: '7000', hung }), { deadlineMs: 100 });
  // Twice in a row, and once more at the end.
  expect(hung).toHaveLength(3);
  expect(run.records).toHaveLength(4);
  const [finding] = differences(run.comparison).filter(({ node }) => node === 'n3');
  expect(finding?.title).toContain('n3 gave no answer');
  const shown = run.readings.flatMap(({ node, value }) =>
    node === 'n3' && value.kind === 'unread' ? [value.detail] : [],
  );
  expect(shown).toContain('no answer for 2 s; from now on it is read at the end only');
});

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
  const run = await loadLiedTo(UNDER_LOAD, hangingFromTheSecondAtOnce());
  const [, verdict, standing] = textSummary(run, { color: false, width: 200 }).split('\n');
  expect(verdict).toBe(
    '✗ 11 of 12 payments got no answer in time: 11 not made; 2 checks violated: answers, recovery.',
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

const scenarioOf = (steps: string) =>
  scenarioFrom(`
question: What is said of nodes that take payments and lose them?
seed: 7
network: {topology: {line: {nodes: 4}}, capacity: 1_000}
protocol: {blockTime: 1s, hopLatency: 1s}
steps:
  - pay: {from: n1, to: n2, amount: 1}
${steps}
`);

function firstLines(run: Run): string {
  return textSummary(run, { color: false, width: 200 }).split('\n').slice(0, 5).join('\n');
}

it('payments that hang are one finding, and the first line says how many there were', async () => {
  const scenario = scenarioOf(`
  - {pay: {from: n2, to: n3, amount: 2}, beside: true}
  - {pay: {from: n3, to: n4, amount: 3, times: 2}, beside: true}
  - {pay: {from: n4, to: n1, amount: 4, times: 2}, beside: true}`);
  const run = await replayLiedTo(scenario, hangingFromTheSecondAtOnce(), {
    pace: 'scenario',
    speed: 20,
    deadlineMs: 2_500,
  });
  expect(differences(run.comparison).map(inWords)).toEqual([
    expect.stringMatching(/^1 outcomes: .*5 of 6 payments hang/),
  ]);
  expect(firstLines(run)).toMatch(/^✗ 5 of 6 payments got no answer in time: 5 not made; 1 difference/m);
});

it('also where they come one after the other, and the replay ends before the last of them', async () => {
  const scenario = scenarioOf('  - pay: {from: n3, to: n1, amount: 3, times: 6}');
  let asked = 0;
  const hangsFromTheSecondOn: Lie = async (heard) => {
    if (heard.method === 'POST' && heard.path.startsWith('/payments')) asked += 1;
    if (asked < 2 || heard.method !== 'POST') return await heard.forward();
    await heard.gone;
    return 'break';
  };
  const run = await replayLiedTo(scenario, hangsFromTheSecondOn, { deadlineMs: 1_500, bail: 3 });
  expect(differences(run.comparison).map(inWords)).toEqual([
    expect.stringMatching(/^1 outcomes: .*3 of 4 payments hang/),
  ]);
  expect(firstLines(run)).toMatch(/^✗ 3 of 4 payments got no answer in time: 3 not made; 1 difference/m);
});
