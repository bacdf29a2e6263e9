import { describe, expect, it } from 'vitest';
import { type Expectation, parseExpectation } from '../../../src/model/scenario/expectation.ts';
import { comparedPlansText, type KeptAnswers } from '../../../src/report/plan/compared-plans.ts';

const success = (mean: number) => ({ success_rate: { mean, interval: [mean, mean] as const } });
const PLAN: KeptAnswers = {
  scenario: 'demo',
  question: 'How much?',
  seed: '1',
  answer: 'The goal is missed.',
  goal: parseExpectation('success_rate >= 95%') as Expectation,
  points: [{ goal: 'missed', metrics: success(0.025), settings: {} }],
  figures: [],
};
const rows = (a: KeptAnswers, b: KeptAnswers): readonly string[][] =>
  comparedPlansText({ a, b }, { color: false, width: 300 })
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
const text = (a: KeptAnswers, b: KeptAnswers): string =>
  rows(a, b)
    .map((cells) => cells.join(' '))
    .join('\n');

describe('two plans beside each other', () => {
  it('tells, where a field was varied, the first point that meets the goal, and which it is', () => {
    const varied: KeptAnswers = {
      ...PLAN,
      points: [
        { goal: 'missed', metrics: success(0.025), settings: { 'network.capacity': '1000' } },
        { goal: 'met', metrics: success(0.975), settings: { 'network.capacity': '10000' } },
      ],
    };
    expect(rows(varied, PLAN)).toContainEqual(['success', '97.5 %', '2.5 %']);
    expect(rows(varied, PLAN)).toContainEqual(['Point', 'with capacity 10000', 'as it stands']);
    expect(text(varied, varied)).not.toContain('As it stands');
    expect(text(PLAN, PLAN)).toContain('As it stands');
  });
});
