import type { Amount } from '../network/amount.ts';
import type { NodeName } from '../network/network.ts';
import { EACH, INTEGER, jsonReader } from '../json.ts';

/** The results of one simulation that planning keeps. */
export interface Replication {
  /** Every metric of a run (model/run/metrics.ts), and those of planning. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Nodes that mediated, sent or got a payment. */
  readonly nodes: Readonly<Record<NodeName, NodeUse>>;
  /** Channel ends that were used or lacked capacity, by channel and end. */
  readonly ends: readonly EndUse[];
  /** Pairs of which the payer could not pay the payee, most often first. */
  readonly failedPairs: readonly FailedPair[];
  /** Present where chance decided nothing: every seed gives the same figures. */
  readonly isCertain?: true;
  /** Depleted ends, which had nothing left or too little for a payment, with the second of the first time. */
  readonly depletedEnds: readonly FirstDepletion[];
}

/** The part of a replication that says how well it went. */
export type MeasuredRun = Pick<Replication, 'metrics' | 'isCertain'>;

/** When a channel end was first depleted. */
export interface FirstDepletion {
  readonly channel: string;
  readonly end: 0 | 1;
  readonly atS: number;
}

/** One node's part in the payments. */
export interface NodeUse {
  /** Payments of others that it passed on, successfully. */
  readonly mediated: number;
  /** Fees it kept, smallest units. */
  readonly earned: Amount;
  /** Fees of its own payments. */
  readonly paid: Amount;
}

/** How many payments from one node to another failed. */
export interface FailedPair {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly failed: number;
}

/** One channel end's part in the payments. */
export interface EndUse {
  readonly channel: string;
  readonly end: 0 | 1;
  readonly node: NodeName;
  /** Transfers that it sent and that were settled. */
  readonly carried: number;
  /** The amount that it sent less the amount that it got through this channel, at the end of the run. */
  readonly netSent: Amount;
  /** The least that it must begin with to send all that it sent, with what the check of routes requires for fees. */
  readonly peakNeeded: Amount;
  /** Payments that failed because this end had too little, and their sum. */
  readonly lacked: number;
  readonly lackedAmount: Amount;
}

/** Reads what `toJson` made of a replication. */
export const readReplication = jsonReader<Replication>({
  nodes: { [EACH]: { earned: INTEGER, paid: INTEGER } },
  ends: { netSent: INTEGER, peakNeeded: INTEGER, lackedAmount: INTEGER },
}) as (text: string) => Replication;
