import { expect, it } from 'vitest';
import type { MoneyMove } from '../../../src/model/plan/answers.ts';
import type { PlannedToken } from '../../../src/model/plan/measured-plan.ts';
import type { Block } from '../../../src/report/blocks/block.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { movesTable, tableCsv } from '../../../src/report/plan/plan-tables.ts';
import { metricChangeText, metricEstimateText } from '../../../src/report/plan/interval-text.ts';
import { axisOf } from '../../../src/report/plan/answer-text.ts';
import { alternativesSection, movesSection, tokensText } from '../../../src/report/plan/money-moves.ts';
import { goalWords, metricWords } from '../../../src/report/words/metric-words.ts';
import { type Expectation, parseExpectation } from '../../../src/model/scenario/expectation.ts';

const TOKEN = { name: 'TOK', decimals: 2 };
const MOVES = {
  question: 'fund',
  moves: [
    { node: 'hub', partner: 'ben', has: 250n, afterwards: 1750n },
    { node: 'hub', partner: 'ann', has: 1000n, afterwards: 600n },
  ],
  money: 1500n,
  goal: { mean: 1, interval: [1, 1], deviation: 0, count: 2 },
  isMet: true,
} as const;
function shownText(body: readonly (Block | null)[]): string {
  return textOf({ name: 'x', title: 'x', head: [], body }, { color: false, width: 200 }, 20);
}

function sectionText(moves: readonly MoneyMove[], token: PlannedToken): string {
  return shownText([movesSection({ moves }, token)]);
}

const goal = (text: string): Expectation => parseExpectation(text) as Expectation;

const POINT = {
  point: { settings: {}, replications: 2, metrics: {}, goal: 'met' },
  answers: {},
  moves: [MOVES],
} as const;

it('what to do lists each end that changes, in whole tokens, and the sum below', () => {
  const lines = sectionText(MOVES.moves, TOKEN).split('\n');
  const rows = lines.map((line) => line.trim().split(/ {2,}/));
  expect(rows).toContainEqual(['Total of 2 ends: 12.5 now, 23.5 then, +11.']);
  expect(rows.map(([, partner]) => partner).join(' ')).toMatch(/ben ann/);
  expect(rows).toContainEqual(['hub', 'ann', '10', '6', '-4']);
});

it('money that only changes places has no sign in all', () => {
  const moves = [
    { node: 'hub', partner: 'ann', has: 0n, afterwards: 70n },
    { node: 'hub', partner: 'ben', has: 70n, afterwards: 0n },
  ];
  expect(sectionText(moves, { ...TOKEN, decimals: 0 })).toContain('Total of 2 ends: 70 now, 70 then, 0.');
});

it('an amount to move has all its digits, as a rounded one could be too little', () => {
  const token = { name: 'POOR', decimals: 6 };
  const moves = [
    { node: 'hub', partner: 'ann', has: 1n, afterwards: 51n },
    { node: 'hub', partner: 'ben', has: 0n, afterwards: 12_292_587n },
  ];
  const text = sectionText(moves, token);
  expect(text).toMatch(/ hub +ann +0\.000001 +0\.000051 +\+0\.00005$/m);
  expect(text).toMatch(/ hub +ben +0 +12\.29 +\+12\.292587$/m);
  expect(text).not.toContain('<');
});

it('an alternative moves other money, and meets the first of several goals', () => {
  const plan = { goal: goal('success_rate >= 95%'), also: [goal('success_rate >= 50%')], token: TOKEN };
  const others = [MOVES, { ...MOVES, moves: MOVES.moves.slice(1), money: 0n }];
  const shown = shownText([alternativesSection([MOVES, ...others], plan)]);
  expect(shown).toMatch(/ success +first goal\n.* 0 TOK .* met$/m);
});

it('the table beside the page has the same to the unit', () => {
  expect(tableCsv(movesTable([POINT], { name: 'EUR', decimals: 2 }))).toBe(
    'answer,node,partner,balance now,then,difference,unit\r\nfund,hub,ben,250,1750,1500,0.01 EUR\r\nfund,hub,ann,1000,600,-400,0.01 EUR\r\n',
  );
});

it('shares are told in percent and their changes in points, other metrics as they are', () => {
  const estimate = { mean: 0.7788, interval: [0.744, 0.811], deviation: 0, count: 9 } as const;
  expect(metricEstimateText('success_rate{payer=ann}', estimate)).toBe('77.9 % (74.4 to 81.1 %)');
  expect(metricEstimateText('success_rate', { mean: 9 / 13, interval: [9 / 13, 9 / 13] })).toBe('69.2 %');
  expect(metricEstimateText('earned{node=hub}', estimate)).toBe('0.779 (0.744 to 0.811)');
  expect(metricChangeText('success_rate', { ...estimate, mean: -0.01, interval: [-0.03, 0.01] })).toBe(
    '-1 points (-3 to +1), which may be chance',
  );
});

it('amounts are told in whole tokens', () => {
  const euro = { name: 'EUR', decimals: 2 };
  const earned = { mean: 1250, interval: [1000, 1500], deviation: 0, count: 9 } as const;
  expect(metricEstimateText('earned{node=hub}', earned, euro)).toBe('12.5 EUR (10 to 15 EUR)');
  expect(metricEstimateText('payments', earned, euro)).toBe('1,250 (1,000 to 1,500)');
  expect(metricEstimateText('capital{node=hub}', earned, { ...euro, decimals: 0 })).toBe(
    '1,250 EUR (1,000 to 1,500 EUR)',
  );
  expect(metricChangeText('profit{node=hub}', earned, euro)).toBe('+12.5 EUR (+10 to +15)');
  expect(goalWords(goal('earned{node=hub} >= 9000'), euro)).toBe('fees earned at hub of at least 90 EUR');
  expect(tokensText(12_345n, euro)).toBe('123.45 EUR');
  expect(tokensText(123_456_789n * 10n ** 10n, { name: 'DAI', decimals: 18 })).toBe('1.2346 DAI');
});

it('metrics and goals are said in words', () => {
  expect(metricWords('success_rate{payer=shops|ann}')).toBe('success of payments by shops or ann');
  expect(metricWords('replenish_refused')).toBe('fillings that were refused');
  const weekly = goal('success_rate >= 95% in 19 of 20 weeks');
  expect(metricWords(weekly.metric)).toBe('the share of weeks with success of at least 95 %');
  expect(goalWords(goal('success_rate >= 99.9%'))).toBe('success of at least 99.9 %');
  expect(goalWords(goal('latency_p95_ms < 200'))).toBe('p95 latency of less than 200 ms');
  expect(goalWords(goal('drained_channels <= 2'))).toBe('depleted channels of at most 2');
  expect(goalWords(weekly)).toBe('success of at least 95 % in 19 of 20 weeks');
});

it('the axis of a high share begins near its goal, that of a low one at 0', () => {
  expect(axisOf(goal('success_rate >= 95%')).bottom).toBeCloseTo(0.75, 9);
  expect(axisOf(goal('success_rate >= 60%')).bottom).toBeUndefined();
  expect(axisOf(goal('earned >= 60'))).toEqual({});
});
