import type { QuestionSettings } from '../../scenario/fields/plan-fields.ts';
import type { MeasuredPlan } from '../../model/plan/measured-plan.ts';
import { OwnPart } from './own-part.ts';
import type { NodeMention, Question, SettingFault } from './question.ts';
import { charge } from './questions/charge.ts';
import { close } from './questions/close.ts';
import { deposit } from './questions/deposit.ts';
import { frontier } from './questions/frontier.ts';
import { fund } from './questions/fund.ts';
import { open } from './questions/open.ts';
import { rebalance } from './questions/rebalance.ts';
import { remove } from './questions/remove.ts';
import { replenish } from './questions/replenish.ts';
import { InputError, type InputFault } from '../../errors.ts';
import { suggestion } from '../../scenario/text/suggestion.ts';
import { namedFirst } from '../../report/words/text-lines.ts';
import type { PlanPoint } from '../../model/plan/measured-plan.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import { settingsText } from '../../report/plan/points.ts';

const LISTED = [deposit, fund, frontier, rebalance, remove, open, close, charge, replenish] as const;

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

/** Refuses a question that is asked by name and lacks the settings that it needs, or what it needs beside them. */
export function requireSettings(questions: readonly PlanQuestion[], spec: PlanSpec, file: string): void {
  // A plan that asks everything leaves out what it cannot ask.
  const isAll = questions.length === QUESTIONS.length;
  for (const { name, needs, requires = name } of QUESTIONS) {
    if (!questions.includes(name) || needs === undefined) continue;
    const lacking = [name, requires].find((key) => spec[key] === undefined);
    if (lacking === undefined || (lacking === name && isAll)) continue;
    throw new InputError({
      place: { file },
      message: `the question ${name} needs plan.${lacking} in the scenario`,
      hint: needs,
    });
  }
}

// More names than this are not read in an error.
const MOST_NAMES = 10;

/** Refuses settings that name nodes that the network does not have, or that are wrong for it otherwise. */
export function requireFittingSettings(spec: PlanSpec, setting: PlanSetting): void {
  const given = QUESTIONS.filter(({ name }) => spec[name] !== undefined);
  const mentions = given.flatMap((question) =>
    (question.mentions?.(spec[question.name]) ?? []).map(
      ([path, node]): NodeMention => [`${question.name}.${path}`, node],
    ),
  );
  const own = setting.own.nodes?.map((node, at): NodeMention => [`mine[${at}]`, node]) ?? [];
  throwIfAny(unknownNodes([...own, ...mentions], setting));
  throwIfAny(
    given.flatMap((question) => {
      const { name } = question;
      // Nothing is changed by a question that is not asked.
      const part = setting.questions.includes(name)
        ? setting.own
        : new OwnPart(setting.own.network, undefined);
      const foreign = (question.mentions?.(spec[name]) ?? []).flatMap(([path, node, changed]) =>
        changed === undefined || part.decidesFor(node) ? [] : [{ path, ...foreignFault(node, part) }],
      );
      return [...foreign, ...(question.faults?.(spec[name], part) ?? [])].map(({ path, ...fault }) => ({
        ...fault,
        place: { file: setting.file, path: `plan.${name}.${path}` },
      }));
    }),
  );
}

/** The network and the questions that settings have to fit. */
interface PlanSetting {
  readonly own: OwnPart;
  /** The questions that are asked. */
  readonly questions: readonly PlanQuestion[];
  readonly file: string;
  /** Those of the point. */
  readonly settings: PlanPoint['settings'];
}

function throwIfAny(faults: readonly InputFault[]): void {
  if (faults.length > 0) throw new InputError(faults);
}

function unknownNodes(
  mentions: readonly NodeMention[],
  { own: { network }, file, settings }: PlanSetting,
): readonly InputFault[] {
  const names = network.nodes();
  const at = settingsText(settings);
  return mentions
    .filter(([, node]) => !network.hasNode(node))
    .map(([path, node]) => ({
      place: { file, path: `plan.${path}` },
      message: `found "${node}", expected a node of this scenario`,
      hint: suggestion(node, names) ?? `Nodes${at && ` ${at}`}: ${namedFirst(names, MOST_NAMES)}.`,
    }));
}

function foreignFault(node: NodeName, { nodes = [] }: OwnPart): Omit<SettingFault, 'path'> {
  return {
    message: `found "${node}", expected one of plan.mine: ${nodes.join(', ')}`,
    hint: 'Others decide on their money and fees: leave the setting out, or name the node in plan.mine.',
  };
}
