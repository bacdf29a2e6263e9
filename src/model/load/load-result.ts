import type { BaselineComparison } from './baseline.ts';
import type { Finding } from '../run/finding.ts';
import type { HistoryLook } from './history-look.ts';
import type { LoadAftermath } from './load-aftermath.ts';
import type { LoadAggregate } from './load-aggregate.ts';
import type { LoadCourse } from './load-course.ts';
import type { LoadSpec, ThresholdSpec } from '../scenario/load-spec.ts';
import type { LoadWatch } from './load-watch.ts';
import type { WatchedLook } from './watched-look.ts';
import type { SecretsSeen } from './secrets-seen.ts';

/** What a load adds to a run. */
export interface LoadResult {
  /** What was asked for, with what the command line changed. */
  readonly spec: LoadSpec;
  readonly engine: 'millrace' | 'k6';
  /** Which part of the load this run is, counted from 1; absent: all of it. */
  readonly shard?: ShardSpec;
  readonly aggregate: LoadAggregate;
  readonly kept: KeptRecords;
  /** How busy the driver itself was; absent: not known. */
  readonly driver?: DriverHealth;
  readonly thresholds: readonly JudgedThreshold[];
  /** Condition that ended the load before its time. */
  readonly abortedBy?: string;
  /** Why what sent the payments ended before its time; absent: it did not. */
  readonly brokenOff?: string;
  /** How far histories went while it ran. */
  readonly looks?: readonly HistoryLook[];
  /** What nodes showed of their channels while it ran, and when they answered nonsense. */
  readonly watched?: readonly WatchedLook[];
  /** What the driver saw of secrets; absent: k6 or several shards sent the payments. */
  readonly secrets?: SecretsSeen;
  /** What the checks after the load found. */
  readonly findings: readonly Finding[];
  /** Checks that were made, each with what it covered. */
  readonly checks: readonly PerformedCheck[];
  /** How it went over time, and why success fell if it did. */
  readonly course?: LoadCourse;
  /** What was read while it ran; absent: nothing. */
  readonly watch?: LoadWatch;
  /** What was still locked afterwards; absent: that was not looked at. */
  readonly aftermath?: LoadAftermath;
  /** Against an earlier load; absent: none was given. */
  readonly baseline?: BaselineComparison;
}

/** Part `index` of `of`, counted from 1. */
export interface ShardSpec {
  readonly index: number;
  readonly of: number;
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
