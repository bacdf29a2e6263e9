import { expect, it } from 'vitest';
import { differences, replayLiedTo } from '../fixtures/lied-to-replay.ts';
import { hanging } from '../fixtures/hanging-node.ts';
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
