import type { QuestionSettings } from '../../scenario/fields/plan-fields.ts';
import type { MeasuredPlan } from '../../model/plan/measured-plan.ts';
import type { Question } from './question.ts';
import { charge } from './questions/charge.ts';
import { deposit } from './questions/deposit.ts';
import { fund } from './questions/fund.ts';
import { open } from './questions/open.ts';
import { rebalance } from './questions/rebalance.ts';
import { remove } from './questions/remove.ts';
import { InputError, type InputFault } from '../../errors.ts';
import { namedFirst } from '../../report/words/text-lines.ts';
import type { Network } from '../../model/network/network.ts';
import type { PlanPoint } from '../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import { settingsText } from '../../report/plan/points.ts';

const LISTED = [deposit, fund, rebalance, remove, open, charge] as const;

/** The questions a plan can be asked, in the order in which it answers and tells them: a new one is one entry. */
export const QUESTIONS: readonly Question<PlanQuestion>[] = LISTED;

type Listed = (typeof LISTED)[number];

/** The name of one of them. */
export type PlanQuestion = Listed['name'];

/** All names. */
export const PLAN_QUESTIONS = LISTED.map(({ name }) => name);

/** Settings of questions, in place of those in the section `plan:`. */
export type PlanSettings = {
  readonly [Each in Listed as Each['name']]?: Each extends Question<string, infer Settings>
    ? Settings
    : never;
};

/** The answer to each question that was asked and answered. */
export type PlanAnswers = {
  readonly [Each in Listed as Each['name']]?: Awaited<ReturnType<Each['answer']>>;
};

/** All that a plan found. */
export interface PlanResult extends MeasuredPlan, PlanAnswers {
  /** Where fields are varied: the answers of each point, in their order, and none beside. */
  readonly answers?: readonly PlanAnswers[];
}

/** The schemas of their settings, by name. */
export const QUESTION_SETTINGS: QuestionSettings = Object.fromEntries(
  QUESTIONS.flatMap(({ name, settings }) => (settings === undefined ? [] : [[name, settings]])),
);

/** Refuses a question that is asked by name and lacks the settings that it needs. */
export function requireSettings(questions: readonly PlanQuestion[], spec: PlanSpec, file: string): void {
  // A plan that asks everything leaves out what it cannot ask.
  if (questions.length === QUESTIONS.length) return;
  for (const { name, needs } of QUESTIONS)
    if (questions.includes(name) && needs !== undefined && spec[name] === undefined)
      throw new InputError({
        place: { file },
        message: `the question ${name} needs plan.${name} in the scenario`,
        hint: needs,
      });
}

// More names than this are not read in an error.
const MOST_NAMES = 10;

/** Refuses settings that name nodes that the network does not have, or that are wrong for it otherwise. */
export function requireFittingSettings(
  spec: PlanSpec,
  network: Network,
  { file, settings }: { readonly file: string; readonly settings: PlanPoint['settings'] },
): void {
  const given = QUESTIONS.filter(({ name }) => spec[name] !== undefined);
  const names = network.nodes();
  const at = settingsText(settings);
  const hint = `Nodes${at && ` ${at}`}: ${namedFirst(names, MOST_NAMES)}.`;
  const unknown = given.flatMap((question) =>
    (question.mentions?.(spec[question.name]) ?? []).flatMap(([path, node]): readonly InputFault[] => {
      if (network.hasNode(node)) return [];
      const place = { file, path: `plan.${question.name}.${path}` };
      return [{ place, message: `found "${node}", expected a node of this scenario`, hint }];
    }),
  );
  const faults =
    unknown.length > 0
      ? unknown
      : given.flatMap((question) =>
          (question.faults?.(spec[question.name], network) ?? []).map(({ path, ...fault }) => ({
            ...fault,
            place: { file, path: `plan.${question.name}.${path}` },
          })),
        );
  if (faults.length > 0) throw new InputError(faults);
}
