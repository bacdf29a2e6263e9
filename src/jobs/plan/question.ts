import type { z } from 'zod';
import type { OwnPart } from './own-part.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ChangeKind, PlanAnswers, TriedChange } from '../../model/plan/answers.ts';
import type { Experiment } from '../../model/plan/experiment.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { Laboratory } from './laboratory.ts';

/** A scenario with its network and its file. */
export type PlannedScenario = Readonly<{ scenario: Scenario; network: Network; file: string }>;

/** One question that a plan can be asked: a file in questions/ and a line in questions.ts. */
export interface Question<Name extends keyof PlanAnswers = keyof PlanAnswers> {
  /** The key of its answer in plan.json, and the value of `--find`. */
  readonly name: Name;
  readonly settings: readonly Settings[];
  answer(context: QuestionContext): Promise<NonNullable<PlanAnswers[Name]>>;
}

/** One key of the section `plan:`, whose settings a question reads. */
export interface Settings<Value = unknown> {
  readonly key: string;
  readonly schema: z.ZodType<Value>;
  /** How to give the settings, where the question cannot be answered without them. */
  readonly needs?: string;
  /** The part of the section `plan:` that must be there besides these settings, with a hint how to give it. */
  readonly requires?: readonly [part: 'costs' | 'mine', hint: string];
  /** The nodes that the settings name, by where they do; a plan that names unknown ones is refused. */
  mentions?(this: void, settings: Value): readonly NodeMention[];
  /** Settings that are wrong for this network, or for what may be changed of it. */
  faults?(this: void, settings: Value, own: OwnPart): readonly SettingFault[];
  /** Metrics of parts of a run that the answer compares. */
  metrics?(this: void, settings: Value, spec: PlanSpec): readonly string[];
}

/** A node with its path below the settings, such as `groups.left[0]`; what is `changed` must be one's own. */
export type NodeMention = readonly [path: string, node: NodeName, changed?: 'changed'];

/** A wrong setting with its path below the settings. */
export interface SettingFault {
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

/** Everything that a question is answered from. */
export interface QuestionContext {
  readonly base: Experiment;
  readonly spec: PlanSpec;
  readonly laboratory: Laboratory;
  /** Whatever an answer proposes lies within it. */
  readonly own: OwnPart;
  readonly seeds: SeedSets;
  /** Whether a search that can end early should. */
  readonly isTimeUp: () => boolean;
}

/** The first replication of each set that an answer rests on: no choice is measured by replications that had a part in it. */
export interface SeedSets {
  /** Also the seeds of the points, so that an answer repeats the figures that the plan begins with. */
  readonly telling: number;
  readonly choosing: number;
  /** Decides between choices that were not made by the same replications. */
  readonly checking: number;
  /** Measures with many replications a choice that many checking ones made. */
  readonly confirming: number;
}

/** The most replications of an answer, in replications of a point. */
export const MOST_TIMES = 8;

/** The sets of a plan with so many replications; the same where there is time for fewer. */
export function seedSets(replications: number): SeedSets {
  const [choosing, checking] = [replications, 2 * replications];
  return { telling: 0, choosing, checking, confirming: checking + MOST_TIMES * replications };
}

/** A change to be tried. */
export interface Candidate extends Pick<TriedChange, 'kind' | 'what' | 'changes' | 'replenish'> {
  /** The metric of the money that it is about; absent: it is about the goal alone. */
  readonly metric?: string;
  /** The price of its transactions on chain, which a run does not have. */
  readonly onChain?: number;
}

/** A key of the section `plan:` that asks for changes of one kind. */
export interface Generator<Value = unknown> extends Settings<Value> {
  readonly key: ChangeKind;
  /** How many changes there are if each rule reaches the goal; absent: any number. */
  rulesIn?(this: void, settings: Value): number;
  candidatesOf(this: void, context: QuestionContext, settings: Value): Promise<readonly Candidate[]>;
}
