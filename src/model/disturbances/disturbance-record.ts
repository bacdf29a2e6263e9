import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';

/** What churn, griefing and faulty messages did in one simulated run; plain data, kept with the run. */
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

/** What was locked over time, smallest units: in steps of equal length from the start. */
export interface HeldSeries {
  readonly stepMs: number;
  readonly means: readonly number[];
  readonly peaks: readonly number[];
  /** The most at any moment. */
  readonly peak: Amount;
}

/** What one attacker did. */
export interface JamRecord {
  readonly from: NodeName;
  readonly to: NodeName;
  /** Payments that locked something. */
  readonly locked: number;
  /** Payments that no channel took. */
  readonly refused: number;
}
