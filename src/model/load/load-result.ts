import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';
import type { Finding } from '../run/finding.ts';
import type { HopTrace } from '../run/trace.ts';
import type { LoadSpec, ThresholdSpec } from '../scenario/load-spec.ts';
import type { LoadAggregate } from './load-aggregate.ts';
import type { LoadWatch } from './load-watch.ts';
import type { ChannelView } from '../run/answer.ts';

/** The part of a run that only loads have. */
export interface LoadResult {
  /** The load of the scenario, as the command line changed it. */
  readonly spec: LoadSpec;
  readonly engine: 'millrace' | 'k6';
  /** How many clocks timed the payments, each of a k6 of its own; absent: one. */
  readonly clocks?: number;
  readonly aggregate: LoadAggregate;
  readonly kept: KeptRecords;
  /** How busy the driver itself was; absent: not known. */
  readonly driver?: DriverHealth;
  readonly thresholds: readonly JudgedThreshold[];
  /** Condition that ended the load before its time. */
  readonly abortedBy?: string;
  /** How far histories went while it ran. */
  readonly looks?: readonly HistoryLook[];
  /** The channels that nodes showed while it ran, and when they answered nonsense. */
  readonly watched?: readonly WatchedLook[];
  /** The secrets that the driver saw; absent: k6 sent the payments. */
  readonly secrets?: SecretsSeen;
  /** Findings of the checks after the load. */
  readonly findings: readonly Finding[];
  /** Checks that were made, each with what it covered. */
  readonly checks: readonly PerformedCheck[];
  /** How it went over time, and why success fell if it did. */
  readonly course?: LoadCourse;
  /** The readings while it ran; absent: there were none. */
  readonly watch?: LoadWatch;
  /** The amounts still locked afterwards; absent: they were not read. */
  readonly aftermath?: LoadAftermath;
  /** Against an earlier load; absent: none was given. */
  readonly baseline?: BaselineComparison;
}

/** Which records `Run.records` has: checks that need single payments say what they were made on. */
export interface KeptRecords {
  readonly kind: 'all' | 'sample';
  /** How many operations there were. */
  readonly of: number;
}

/** Whether the driver or the target was the limit. */
export interface DriverHealth {
  /** CPU time of this process over the load, milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Largest resident memory seen, bytes. */
  readonly peakMemoryBytes: number;
  readonly peakInFlight: number;
}

/** One threshold with what the load showed; `actual` is absent when there was no sample, and then it is not met. */
export interface JudgedThreshold {
  readonly threshold: ThresholdSpec;
  readonly actual?: number;
  readonly met: boolean;
}

/** A check and what it looked at. */
export interface PerformedCheck {
  readonly name: string;
  /** `unknown`: something could not be read, which is no success; `not-checked`: the rule says nothing of this load. */
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'not-checked';
  /** One sentence: on how much, or why not. */
  readonly detail: string;
}

/** A look at the end of a node's history while a load runs. */
export interface HistoryLook {
  readonly node: NodeName;
  /** On the run's clock, just before it was asked. */
  readonly askedAtMs: number;
  /** Entries that stood there when it answered, all that stood before the load included; it may have been fewer. */
  readonly atMost: number;
  /** The page that it answered: where it began, and a digest of its entries. Absent: of a load from before it was kept. */
  readonly page?: { readonly offset: number; readonly digest: string };
}

/** How a load went over time, judged from its series and what was read beside it. */
export interface LoadCourse {
  /** One sentence: whether success fell, when, and what most failures have in common: that ends were depleted, say, or the target was overloaded. */
  readonly sentence: string;
  /**
   * The cause that most failures share. `stopped`: the scenario had stopped a node that they needed; `broken`: the
   * target was not reached, or its answers were not as the API says.
   */
  readonly cause: 'none' | 'ran-dry' | 'overloaded' | 'too-dear' | 'stopped' | 'broken' | 'unclear';
  /** When success fell, after the load's start; absent: it did not fall, or was low from the start. */
  readonly fellAtMs?: number;
}

/** How many answers that were as asked for had their secret looked at. */
export interface SecretsSeen {
  readonly answers: number;
  /** Whose secret was hashed and compared with the secret hash. */
  readonly verified: number;
  /** Verified answers with another secret hash. */
  readonly wrong: number;
  /** Whose secret an earlier answer had shown. */
  readonly reused: number;
}

/** The amounts that nodes still held locked when a load had ended, at several moments. */
export interface LoadAftermath {
  readonly looks: readonly HeldLook[];
  /** At the last look that found any: the channels with the most locked transfers. */
  readonly channels: readonly HeldChannel[];
}

/** The amounts held at one moment. */
export interface HeldLook {
  /** After the last payment had ended. */
  readonly atMs: number;
  /** Payments that hold locks somewhere. */
  readonly payments: number;
  readonly locked: readonly { readonly token: TokenName; readonly amount: Amount }[];
}

/** Locks in one direction of one channel. */
export interface HeldChannel extends Pick<HopTrace, 'channel' | 'payer' | 'payee'> {
  readonly token: TokenName;
  readonly transfers: number;
  readonly lockedAmount: Amount;
}

/** A look at a node while a load runs, on the run's clock. */
export type WatchedLook = {
  readonly node: NodeName;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
} & (
  | { readonly kind: 'channels'; readonly channels: readonly WatchedEnd[] }
  /** It answered something that is not as the API says. */
  | {
      readonly kind: 'unreadable';
      readonly view: 'channels' | 'pending' | 'history';
      readonly detail: string;
    }
);

/** One end of a channel as its node showed it. */
export interface WatchedEnd
  extends Pick<ChannelView, 'balance' | 'totalDeposit' | 'totalWithdraw' | 'state'> {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  /** Absent: of a run from before they were kept. */
  readonly settleTimeout?: number;
  readonly revealTimeout?: number;
}

/** How a load compares with an earlier one. */
export interface BaselineComparison {
  /** With which each figure is called worse, 0 to 1. */
  readonly confidence: number;
  readonly figures: readonly BaselineFigure[];
}

/** One figure then and now: a share of 0 to 1, or milliseconds. */
export interface BaselineFigure {
  readonly metric: string;
  readonly baseline: number;
  /** Absent: no sample now. */
  readonly current?: number;
  /** True when chance does not explain the change for the worse. */
  readonly worse: boolean;
  /** True when it looks worse, and there are too few payments to tell whether it is. */
  readonly unclear: boolean;
}

/** One figure in a hundred calls chance a regression at most. */
export const REGRESSION_CONFIDENCE = 0.99;
