import type { Finding } from '../../model/run/finding.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { HistoryLook } from '../../model/load/history-look.ts';
import type { LoadCourse } from '../../model/load/load-course.ts';
import type {
  JudgedThreshold,
  KeptRecords,
  LoadResult,
  PerformedCheck,
} from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run, RunHeader } from '../../model/run/run.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LoadObserver } from '../../ports/load-engine.ts';
import type { TargetConnections } from '../target/connections.ts';

/** What judges a load: while it runs, and when its last payment has ended. */
export interface LoadJudging {
  readonly observers: readonly LoadObserver[];
  thresholds(aggregate: LoadAggregate): readonly JudgedThreshold[];
  /** Reads what stood at the targets before the first payment. */
  beforeLoad(
    load: Pick<EndedLoad, 'start' | 'connections' | 'clock' | 'signal'>,
  ): Promise<readonly Reading[]>;
  /** Just before the first payment: observers may look at the targets from now on. */
  watch(load: Pick<EndedLoad, 'connections' | 'clock'>): void;
  /** Lets go of what it holds. */
  close(): Promise<void>;
  /** Reads what the targets show, resolves what is indeterminate, and checks. */
  afterLoad(load: EndedLoad): Promise<JudgedLoad>;
}

/** A load whose last payment has ended. */
export interface EndedLoad {
  readonly header: RunHeader;
  readonly spec: LoadSpec;
  readonly engine: LoadResult['engine'];
  readonly start: Network;
  readonly records: readonly OperationRecord[];
  readonly kept: KeptRecords;
  readonly aggregate: LoadAggregate;
  readonly connections: TargetConnections;
  /** The run's clock. */
  readonly clock: Clock;
  /** Aborted: nothing more is read. */
  readonly signal: AbortSignal | undefined;
  /** Aborted: nothing more is waited for. */
  readonly hurry?: AbortSignal | undefined;
  /** How it went; judged before the targets are read. */
  readonly course?: LoadCourse;
  /** What the driver saw of secrets. */
  readonly secrets?: Exclude<LoadResult['secrets'], undefined>;
}

/** What judging adds to the run. */
export interface JudgedLoad
  extends Pick<Run, 'records' | 'readings' | 'end'>,
    Pick<LoadResult, 'course' | 'watch' | 'aftermath'> {
  /** How far histories went during the load. */
  readonly looks: readonly HistoryLook[];
  readonly findings: readonly Finding[];
  readonly checks: readonly PerformedCheck[];
}
