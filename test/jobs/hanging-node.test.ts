import { expect, it as oneByOne } from 'vitest';
import { differences, inWords, replayLiedTo } from '../fixtures/lied-to-replay.ts';
import { hanging, hangingFromTheSecondAtOnce } from '../fixtures/broken-sandboxes.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import type { Run } from '../../src/model/run/run.ts';
import { textSummary } from '../../src/report/sections/run-document.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

// Side by side: they wait in the wall's time for answers that never come.
const it = oneByOne.concurrent;

const PAYMENTS = ['pay: {from: n1, to: n2, amount: 1, identifier: 7000, times: 4}'];
const SCENARIO = scenarioFrom(stepsIn('{line: {nodes: 3}}', PAYMENTS));

it('a replay asks a node that never answers three times, however many readings it takes', async () => {
  const hung: string[] = [];
  const run = await replayLiedTo(SCENARIO, hanging({ node: 'n3', after: '7000', hung }), {
    lockstep: undefined,
    deadlineMs: 100,
  });
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
    lockstep: undefined,
    pace: 'scenario',
    speed: 20,
    deadlineMs: 1_500,
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
  const run = await replayLiedTo(scenario, hangsFromTheSecondOn, {
    lockstep: undefined,
    deadlineMs: 1_500,
    bail: 3,
  });
  expect(differences(run.comparison).map(inWords)).toEqual([
    expect.stringMatching(/^1 outcomes: .*3 of 4 payments hang/),
  ]);
  expect(firstLines(run)).toMatch(/^✗ 3 of 4 payments got no answer in time: 3 not made; 1 difference/m);
});
