import { expect, it } from 'vitest';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { hanging } from '../fixtures/hanging-node.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
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
