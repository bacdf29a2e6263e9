import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';
import type { ReplenishRecord, ReplenishSpec } from './replenish.ts';
import type { DurationDistribution } from '../scenario/distribution.ts';

/** Which nodes something is about; a share is drawn once, at the start, and rounded to whole nodes. */
export type NodeChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'named'; readonly names: readonly NodeName[] }
  | { readonly kind: 'share'; readonly share: number };

/** Nodes that go offline and come back. */
export type ChurnSpec =
  | {
      readonly kind: 'random';
      readonly nodes: NodeChoice;
      /** Drawn anew for every stay; so is `offline`. */
      readonly online: DurationDistribution;
      readonly offline: DurationDistribution;
      /** True: all of them at the same moments, as nodes of one host do. */
      readonly together: boolean;
    }
  | {
      readonly kind: 'schedule';
      readonly nodes: NodeChoice;
      /** In order, none begins before the one before has ended. */
      readonly absences: readonly Absence[];
      /** The list is gone through again after so long; absent: once. */
      readonly everyMs?: number;
    };

/** From when on, and for how long; milliseconds after the start. */
interface Absence {
  readonly atMs: number;
  readonly durationMs: number;
}

/** Nodes that hold locks until they expire: by what they do not do, or on purpose. */
export type GriefingSpec = HoldSpec | JamSpec;

/** Nodes that take a transfer and then do nothing with it. */
export interface HoldSpec {
  readonly kind: 'hold';
  readonly nodes: NodeChoice;
  /** In which role: as the target it never asks for the secret, as a mediator it never forwards. */
  readonly role: 'target' | 'mediator' | 'either';
  readonly probability: Likelihood;
}

/** Drawn for each transfer. `amount-over`: min(1, amount / capacity), as where a balance is spread evenly over it. */
export type Likelihood =
  | { readonly kind: 'fixed'; readonly probability: number }
  | { readonly kind: 'amount-over'; readonly capacity: Amount };

/** An attacker pays itself with a secret that it never tells, so that every channel on the way is locked. */
export interface JamSpec {
  readonly kind: 'jam';
  readonly from: NodeName;
  readonly to: NodeName;
  readonly token: TokenName;
  /** Mediators, in order; absent: as the path-finding service says. */
  readonly through?: readonly NodeName[];
  /** The amount that the target would get of each. */
  readonly amount: Amount;
  /** Kept pending at the same time; absent: as many as a channel takes. */
  readonly slots?: number;
  /** The most that all of them lock at the attacker's own end; absent: what its channels hold. */
  readonly budget?: Amount;
  /** Blocks; absent: the node's. */
  readonly lockTimeout?: number;
  /** Milliseconds after the start. */
  readonly startMs: number;
  /** Absent: until the last operation of the plan has ended. */
  readonly durationMs?: number;
}

/** Faults of messages on their way from one node to the next. */
export interface MessageFaults {
  /** Share of messages that are lost; their sender repeats them. */
  readonly loss: number;
  /** Share of messages that take longer, by so much. */
  readonly late?: { readonly share: number; readonly by: DurationDistribution };
}

/** Faults of a scenario, by chance or on purpose: in simulated networks only. */
export interface Disturbances {
  /** Nodes that go on and off by themselves; absent: none. */
  readonly churn?: readonly ChurnSpec[];
  /** Locks that are held until they expire; absent: none. */
  readonly griefing?: readonly GriefingSpec[];
  /** Absent: every message arrives after its latency. */
  readonly messages?: MessageFaults;
  /** Nodes that keep their ends filled by themselves; absent: none. */
  readonly replenish?: readonly ReplenishSpec[];
}

const KEYS = ['churn', 'griefing', 'messages', 'replenish'] as const;

/** The keys under which a scenario disturbs its network. */
export function disturbancesOf(
  scenario: Readonly<Partial<Record<keyof Disturbances, unknown>>>,
): readonly (keyof Disturbances)[] {
  return KEYS.filter((key) => scenario[key] !== undefined);
}

/** Why a replay or a load refuses them, and what to do. */
export const ONLY_SIMULATED = [
  'happens in simulated networks only: no API of nodes brings it about, and nothing could be predicted with it',
  'Simulate it, or serve it and drive the nodes with a scenario that lacks it.',
] as const;

/** The effects of churn, griefing and faulty messages in one simulated run; plain data, kept with the run. */
export interface DisturbanceRecord {
  /** Milliseconds after the start until which it tells: the end of the last operation. */
  readonly untilMs: number;
  readonly online: OnlineTimes;
  /** Transfers that a node held, and what they locked; by token, in the order of the tokens. */
  readonly held: {
    readonly transfers: number;
    readonly tokens: readonly ({ readonly token: TokenName } & HeldSeries)[];
  };
  /** One for each attacker, in the order of the scenario. */
  readonly jams: readonly JamRecord[];
  readonly messages: { readonly sent: number; readonly lost: number; readonly late: number };
  /** One for each rule by which a node keeps its ends filled, in the order of the scenario; absent: there are none. */
  readonly replenish?: readonly ReplenishRecord[];
}

/** How long nodes were online. */
export interface OnlineTimes {
  /** Mean over all nodes, 0 to 1. */
  readonly share: number;
  /** How often a node went offline. */
  readonly absences: number;
  /** The nodes that were away for longest, first. */
  readonly least: readonly { readonly node: NodeName; readonly share: number; readonly absences: number }[];
}

/** The locked amount over time, smallest units: in steps of equal length from the start. */
export interface HeldSeries {
  readonly stepMs: number;
  readonly means: readonly number[];
  readonly peaks: readonly number[];
  /** The most at any moment. */
  readonly peak: Amount;
}

/** The payments of one attacker. */
export interface JamRecord {
  readonly from: NodeName;
  readonly to: NodeName;
  /** Payments that locked something. */
  readonly locked: number;
  /** Payments that no channel took. */
  readonly refused: number;
}
