// A page carries its run in columns: JSON, gzipped, in base64. Nodes, channels, tokens and texts are named by
// their places in their lists; -1 stands where there is none.

/** Amounts in smallest units: digits where a number would not be exact. */
export type AmountCells = readonly (number | string)[];

/** Milliseconds on the run's clock. */
type Moments = readonly number[];
type Places = readonly number[];

export interface PackedRun {
  readonly job: 'simulate' | 'replay' | 'load';
  /** The command line that makes the run again. */
  readonly command: string;
  readonly endMs: number;
  readonly tokens: readonly { readonly name: string; readonly decimals: number }[];
  readonly nodes: readonly string[];
  readonly channels: PackedChannels;
  /** False: of a large network the page has the channels that its operations used and its tables name. */
  readonly isWhole: boolean;
  readonly texts: readonly string[];
  readonly operations: PackedOperations;
  /** How many operations the run has; the page holds those that did not succeed before all others. */
  readonly operationCount: number;
  readonly hops: PackedHops;
  readonly changes: PackedChanges;
  readonly events: readonly PackedEvent[];
  readonly balances: BalanceSource;
}

/** Where balances between start and end come from, or why they are not known. */
export type BalanceSource =
  /** `amiss`: channels whose movements do not give the balances that they have at the end. */
  | { readonly kind: 'run' | 'prediction'; readonly amiss: number }
  | { readonly kind: 'unknown'; readonly why: string };

export interface PackedChannels {
  readonly first: Places;
  readonly second: Places;
  readonly token: Places;
  readonly identifier: readonly number[];
  /** Balances when the run began, or when the channel was opened later. */
  readonly firstBalance: AmountCells;
  readonly secondBalance: AmountCells;
  readonly firstAtEnd: AmountCells;
  readonly secondAtEnd: AmountCells;
}

/** `succeeded`, `failed`, and what is not known. */
export type PackedResult = 0 | 1 | 2;

export interface PackedOperations {
  readonly id: readonly number[];
  readonly startMs: Moments;
  readonly endMs: Moments;
  readonly node: Places;
  /** Payments only. */
  readonly target: Places;
  readonly token: Places;
  readonly amount: AmountCells;
  /** A text; payments are told by their columns. */
  readonly told: Places;
  readonly result: readonly PackedResult[];
  /** Texts: how it ended, what that means, and in the node's own words. */
  readonly outcome: Places;
  readonly meaning: Places;
  readonly message: Places;
  /** Nodes of the path. */
  readonly path: readonly Places[];
  /** First of its hops, and how many there are. */
  readonly hop: Places;
  readonly hops: readonly number[];
  /** Of what failed: a text, the hop that was not locked, the node, the channel. */
  readonly why: Places;
  readonly failedHop: readonly number[];
  readonly failedAt: Places;
  readonly failedIn: Places;
  /** Replays: texts. */
  readonly predicted: Places;
  readonly observed: Places;
  readonly verdict: Places;
  /** Replays: texts, as they went over the wire. */
  readonly request: Places;
  readonly response: Places;
  readonly findings: readonly (readonly PackedFinding[])[];
}

/** Texts. */
export interface PackedFinding {
  readonly title: number;
  readonly decidedBy: number;
  readonly curl: number;
}

/** Hops that were locked, one payment after the other. */
export interface PackedHops {
  readonly channel: Places;
  /** 1 where the second end pays the first. */
  readonly payer: readonly number[];
  readonly amount: AmountCells;
  readonly lockedMs: Moments;
  /** When the balance moved; -1: the lock was released when the payment ended. */
  readonly unlockedMs: Moments;
}

/** The amounts that deposits, withdrawals and openings added to balances. */
export interface PackedChanges {
  readonly atMs: Moments;
  readonly channel: Places;
  readonly first: AmountCells;
  readonly second: AmountCells;
}

export interface PackedEvent {
  readonly atMs: number;
  readonly told: string;
  readonly node: number;
  readonly operation: number;
}
