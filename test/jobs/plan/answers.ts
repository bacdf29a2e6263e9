import { expect } from 'vitest';
import { answeredPoints } from '../../../src/jobs/plan/advice.ts';
import { type MadePlan, plan, type PlanOptions } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS, type PlanQuestion } from '../../../src/jobs/plan/questions.ts';
import type { ChangeKind, Drain, PlanResult, TriedChange } from '../../../src/model/plan/answers.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { planAnswer } from '../../../src/report/plan/plan-answer.ts';
import { planDocument, type PlanFacts } from '../../../src/report/plan/plan-document.ts';
import { topology } from '../../world/world.ts';
import { sourceOf } from '../scenario-text.ts';

/** The plan of a scenario's text that answers these questions. */
export const planFrom = (text: string, questions = PLAN_QUESTIONS, options: Partial<PlanOptions> = {}) =>
  plan({ source: sourceOf(text), questions, ...options });

const KINDS: readonly ChangeKind[] = ['open', 'close', 'remove', 'charge', 'replenish'];

/** The answers to these questions about a scenario; the changes also by their kinds. */
export async function answers(
  text: string,
  questions: readonly (PlanQuestion | ChangeKind)[] = PLAN_QUESTIONS,
) {
  const names = PLAN_QUESTIONS.filter(
    (name) =>
      questions.includes(name) || (name === 'changes' && KINDS.some((kind) => questions.includes(kind))),
  );
  const { result } = await planFrom(text, names);
  return { ...result, ...changesByKind(result) };
}

/** The changes that were tried, in their order. */
export function changesByKind({ changes }: Pick<PlanResult, 'changes'>) {
  const of = (kind: ChangeKind): readonly TriedChange[] =>
    changes?.tried.filter((each) => each.kind === kind) ?? [];
  return {
    open: of('open'),
    close: of('close'),
    remove: of('remove'),
    charge: of('charge'),
    replenish: of('replenish'),
  };
}

/** The fees of a change that charges some. */
export const feesOf = ({ changes: [change] }: TriedChange) =>
  change?.kind === 'charge' ? change.fees : undefined;

/** `ann → bob 300` of each end that loses. */
export const drainTexts = (drains: readonly Drain[] = []) =>
  drains.map(({ node, partner, amount }) => `${node} → ${partner} ${amount}`);

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

/** A plan with all that its page needs. */
export function factsOf(made: MadePlan): PlanFacts {
  const versions = { millrace: '0', node: '20' };
  return { ...made, answered: answeredPoints(made), command: 'millrace plan', versions };
}

/** The sentence that a plan begins with. */
export const sentenceOf = (made: MadePlan): string => planAnswer(factsOf(made));

/** Everything that a plan says, without limits of width or lines. */
export const textOfPlan = (made: MadePlan): string =>
  textOf(planDocument(factsOf(made)), { color: false, width: 400 }, 100);
