import { expect } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS, type PlanQuestion, type PlanResult } from '../../../src/jobs/plan/questions.ts';
import { topology } from '../../world/world.ts';
import { sourceOf } from '../scenario-text.ts';

/** The answers to these questions about a scenario. */
export async function answers(text: string, questions: readonly PlanQuestion[] = PLAN_QUESTIONS) {
  return (await plan({ source: sourceOf(text), questions })).result;
}

// Shares are subtracted in doubles.
export const about = (share: number) => expect.closeTo(share, 12) as number;

/**
 * A plan for a network in which payments are made one after the other. `channels` as in `world`; `payments` such as
 * `ann ben 100 x5, ben cat 40`.
 */
export function planText({
  channels,
  fees = '{flat: 0}',
  payments,
  plan: asked = [],
}: {
  readonly channels: string;
  readonly fees?: string;
  readonly payments: string;
  /** Lines of the section `plan:`, beside its goal that all payments succeed. */
  readonly plan?: readonly string[];
}): string {
  const steps = payments.split(', ').flatMap((each) => {
    const [, from, to, amount, times = 1] = /^(\w+) (\w+) ([^ ]+|\{.*\})(?: x(\d+))?$/.exec(each) ?? [];
    return Array.from(
      { length: Number(times) },
      () => `- pay: {from: ${from}, to: ${to}, amount: ${amount}}`,
    );
  });
  return `
question: What does it take?
seed: 1
network: {topology: ${topology(channels)}, fees: ${fees}}
steps:
  ${steps.join('\n  ')}
plan:
  ${['goal: success_rate >= 100%', 'replications: 2', ...asked].join('\n  ')}
`;
}

/** What each choice is, and what it gains. */
export const gains = (
  choices: readonly { readonly what: string; readonly difference: { readonly mean: number } }[] = [],
) => choices.map(({ what, difference }) => [what, difference.mean] as const);

/** The gain of a funding plan over a simple rule. */
export const overRule = (fund: PlanResult['fund'], rule: string) =>
  fund?.rules.find(({ name }) => name === rule)?.difference.mean;
