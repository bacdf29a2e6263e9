import type { Amount } from '../network/amount.ts';
import type { FeeSchedule } from '../network/fees.ts';
import type { NodeName, PerEnd } from '../network/network.ts';
import type { Expectation } from '../scenario/expectation.ts';

/** The section `plan:` of a scenario, with every default filled in. */
export interface PlanSpec {
  /** What must hold of the mean over replications, such as `success_rate >= 95%`. */
  readonly goal: Expectation;
  readonly vary: readonly Factor[];
  /** Absent: the full grid of `vary`; else so many points of a latin hypercube. */
  readonly sample?: number;
  /** Of each point at least. */
  readonly replications: number;
  /** Of each point at most, where precision asks for more. */
  readonly mostReplications: number;
  /** Half width of the goal's interval that is narrow enough; absent: `replications` are all. */
  readonly precision?: number;
  /** `fixed`: all replications have the network of the scenario's seed; `drawn`: each draws its own. */
  readonly network: 'fixed' | 'drawn';
  readonly warmUpMs: number;
  readonly deposit: DepositQuestion;
  readonly fund?: { readonly budget: Amount; readonly step?: Amount };
  readonly remove: RemovalQuestion;
  readonly open?: OpeningQuestion;
  readonly charge?: ChargeQuestion;
}

/** One parameter of the scenario and the values it takes. */
export interface Factor {
  /** Field path, such as `network.capacity` or `traffic[0].amounts.fixed`. */
  readonly path: string;
  /** As they would stand in the file. */
  readonly values: readonly unknown[];
}

/** Whose deposits are sought: each end of all channels alike, or one node's own ends. */
export interface DepositQuestion {
  readonly node?: NodeName;
  /** Partners of the node, or nodes where none is given, by a name of their class: each class has a deposit of its own. */
  readonly classes: Readonly<Record<string, readonly NodeName[]>>;
  /** True: every channel of the node for itself, after all alike. */
  readonly each: boolean;
}

/** What is taken away to see what it was worth. */
export interface RemovalQuestion {
  /** So many of the busiest. */
  readonly nodes: number;
  readonly channels: number;
  readonly groups: Readonly<Record<string, readonly NodeName[]>>;
}

/** Which new channels are tried. */
export interface OpeningQuestion {
  /** Absent: between the payer and payee of the most failures. */
  readonly candidates?: readonly PerEnd<NodeName>[];
  readonly deposits: PerEnd<Amount>;
}

/** What a mediator could ask. */
export interface ChargeQuestion {
  readonly node: NodeName;
  readonly schedules: readonly FeeSchedule[];
}
