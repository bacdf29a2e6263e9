import { expect } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS, type PlanQuestion } from '../../../src/jobs/plan/questions.ts';

/** The answers to these questions about a scenario. */
export async function answers(text: string, questions: readonly PlanQuestion[] = PLAN_QUESTIONS) {
  const source = { file: 'hub.yaml', text, readFile: () => '' };
  return (await plan({ source, questions })).result;
}

// Shares are subtracted in doubles.
export const about = (share: number) => expect.closeTo(share, 12) as number;
