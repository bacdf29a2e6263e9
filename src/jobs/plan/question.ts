import type { z } from 'zod';
import type { OwnPart } from './own-part.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { ReplenishSpec } from '../../model/disturbances/replenish.ts';
import type { ToldAnswer } from '../../report/plan/told-answer.ts';
import type { Laboratory } from './laboratory.ts';

/** One question that a plan can be asked: a file in questions/ and a line in questions.ts. */
export interface Question<Name extends string = string, Settings = unknown, Answer = unknown> {
  /** The key of its settings in the section `plan:`, of its answer in plan.json, and the value of `--find`. */
  readonly name: Name;
  /** The schema of its settings in the section `plan:`; absent: it takes none. */
  readonly settings?: z.ZodType<Settings>;
  /** How to give its settings, where it cannot be asked without them. */
  readonly needs?: string;
  /** The part of the section `plan:` that must be there besides its settings. */
  readonly requires?: 'costs' | 'mine';
  /** The nodes that the settings name, by where they do; a plan that names unknown ones is refused. */
  mentions?(settings: Settings): readonly NodeMention[];
  /** Settings that are wrong for this network, or for what may be changed of it. */
  faults?(settings: Settings, own: OwnPart): readonly SettingFault[];
  /** Metrics of parts of a run that the answer compares. */
  metrics?(settings: Settings): readonly string[];
  answer(context: QuestionContext<Settings>): Promise<Answer>;
  tell(answer: Answer, told: Told): ToldAnswer;
  /** The changes to the network that the answer advises, better than none: for a scenario file that is ready to run. */
  changes?(
    answer: Answer,
    asked: Pick<Told, 'goal'> & { readonly scenario: Scenario },
  ): readonly NetworkChange[];
  /** The rules by which ends are filled that it amounts to. */
  rules?(answer: Answer): readonly ReplenishSpec[];
}

/** The goal and the network of the point that an answer is about. */
export interface Told {
  readonly goal: Expectation;
  readonly network: Network;
  readonly own: OwnPart;
  /** The token of all amounts; absent: they are told in smallest units. */
  readonly token: PlannedToken | undefined;
  /** The goal's metric at that point, as the plan begins with it; absent: nothing was measured. */
  readonly now?: Estimate | undefined;
  /** Makes an id of this answer unique in the document. */
  idOf(this: void, id: string): string;
}

/** A node with its path below the question's settings, such as `groups.left[0]`; what is `changed` must be one's own. */
export type NodeMention = readonly [path: string, node: NodeName, changed?: 'changed'];

/** A wrong setting with its path below the question's settings. */
export interface SettingFault {
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

/** Everything that a question is answered from. */
export interface QuestionContext<Settings = unknown> {
  readonly settings: Settings;
  readonly base: Experiment;
  readonly spec: PlanSpec;
  readonly laboratory: Laboratory;
  /** Whatever an answer proposes lies within it. */
  readonly own: OwnPart;
  readonly seeds: SeedSets;
  /** Whether a search that can end early should. */
  readonly isTimeUp: () => boolean;
}

/** The first replication of each set that an answer rests on: nothing is told by replications that had a part in choosing it. */
export interface SeedSets {
  /** Those of the points as well: what an answer tells and what the plan begins with is one. */
  readonly telling: number;
  readonly choosing: number;
  /** Decides between choices that were not made by the same replications. */
  readonly checking: number;
}

/** The sets of a plan that is asked for so many replications; the same where there is time for fewer. */
export function seedSets(replications: number): SeedSets {
  return { telling: 0, choosing: replications, checking: 2 * replications };
}
