import { InputError, type InputFault } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import { withPlanNodesNamed } from '../../scenario/named-nodes.ts';
import { requireKnownParts } from './measured-parts.ts';
import type { PlanAnswers } from '../../model/plan/answers.ts';
import { namedFirst } from '../../model/node-text.ts';
import { type PlanPoint, settingsText } from '../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { QuestionSettings } from '../../scenario/fields/plan-fields.ts';
import { suggestion } from '../../scenario/text/suggestion.ts';
import { OwnPart } from './own-part.ts';
import type { NodeMention, PlannedScenario, Question, SettingFault, Settings } from './question.ts';
import { changes } from './questions/changes.ts';
import { deposit } from './questions/deposit.ts';
import { fund } from './questions/fund.ts';
import { rebalance } from './questions/rebalance.ts';

/** The questions a plan can be asked, in the order in which it answers them. */
export const QUESTIONS: readonly Question[] = [deposit, fund, changes, rebalance];

/** The name of one of them. */
export type PlanQuestion = keyof PlanAnswers;

/** All names. */
export const PLAN_QUESTIONS = QUESTIONS.map(({ name }) => name);

const SETTINGS: readonly (Settings & { readonly question: PlanQuestion })[] = QUESTIONS.flatMap(
  ({ name: question, settings }) => settings.map((each) => ({ ...each, question })),
);

/** The schemas of their settings, by key of the section `plan:`. */
export const QUESTION_SETTINGS: QuestionSettings = Object.fromEntries(
  SETTINGS.map(({ key, schema }) => [key, schema]),
);

/** Whether the section has what the question needs. */
export function isAskable({ settings }: Question, spec: PlanSpec): boolean {
  return settings.every(({ key, needs }) => needs === undefined || spec[key] !== undefined);
}

/** The metrics of parts of runs that the answers to these questions compare. */
export function comparedMetrics(questions: readonly PlanQuestion[], spec: PlanSpec): readonly string[] {
  return givenSettings(spec)
    .filter(({ question }) => questions.includes(question))
    .flatMap(({ key, metrics }) => metrics?.(spec[key], spec) ?? []);
}

function givenSettings(spec: PlanSpec) {
  return SETTINGS.filter(({ key }) => spec[key] !== undefined);
}

/** Refuses a question that lacks the settings that it needs, or the part of the section that these need. */
export function requireSettings(questions: readonly PlanQuestion[], spec: PlanSpec, file: string): void {
  // A plan that asks everything leaves out what it cannot ask.
  const isAll = questions.length === QUESTIONS.length;
  for (const { question, key, needs, requires: [part, hint] = [key, needs] } of SETTINGS) {
    if (!questions.includes(question)) continue;
    const isGiven = spec[key] !== undefined;
    const lacking = isGiven ? [part].find((each) => spec[each] === undefined) : needs && !isAll && key;
    if (!lacking) continue;
    throw new InputError({
      place: { file },
      message: `${isGiven ? `plan.${key}` : `the question ${question}`} needs plan.${lacking} in the scenario`,
      hint,
    });
  }
}

// More names than this are not read in an error.
const MOST_NAMES = 10;

/** Refuses settings that name nodes that the network does not have, or that are wrong for it otherwise. */
export function requireFittingSettings(spec: PlanSpec, setting: PlanSetting): void {
  const given = givenSettings(spec);
  const mentions = given.flatMap(({ key, mentions: mentionsOf }) =>
    (mentionsOf?.(spec[key]) ?? []).map(([path, node]): NodeMention => [`${key}.${path}`, node]),
  );
  const own = setting.own.nodes?.map((node, at): NodeMention => [`mine[${at}]`, node]) ?? [];
  throwIfAny(unknownNodes([...own, ...mentions], setting));
  throwIfAny(
    given.flatMap(({ key, question, mentions: mentionsOf, faults }) => {
      // Nothing is changed by a question that is not asked.
      const isAsked = setting.questions.includes(question);
      const part = isAsked ? setting.own : new OwnPart(setting.own.network, undefined);
      const foreign = (mentionsOf?.(spec[key]) ?? []).flatMap(([path, node, changed]) =>
        changed === undefined || part.decidesFor(node) ? [] : [{ path, ...foreignFault(node, part) }],
      );
      return [...foreign, ...(faults?.(spec[key], part) ?? [])].map(({ path, ...fault }) => ({
        ...fault,
        place: { file: setting.file, path: `plan.${key}.${path}` },
      }));
    }),
  );
}

/** Refuses a plan that names nodes, classes or traffic that the scenario does not have; what is varied may make others. */
export function requirePlanNames(written: PlanSpec, { scenario, network, file }: PlannedScenario): void {
  if (written.vary.length > 0) return;
  const spec = withPlanNodesNamed(written, () => network.nodes(), scenario.classes);
  requireKnownParts(spec, { scenario, network, file });
  const own = new OwnPart(network, spec.mine);
  requireFittingSettings(spec, { own, questions: PLAN_QUESTIONS, file, settings: {} });
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
