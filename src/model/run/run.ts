import type { DisturbanceRecord } from '../disturbances/disturbance.ts';
import type { DepletedEnd } from '../network/depleted-end.ts';
import type { ChannelView, Connection, PaymentEvent, PendingTransfer } from './answer.ts';
import type { Comparison } from './finding.ts';
import type { LoadResult } from '../load/load-result.ts';
import type { Network, NodeName } from '../network/network.ts';
import type { OperationRecord } from './operation.ts';
import { type IdRun, type Plan, plannedCount } from './plan.ts';
import type { NodeRules } from './node-rules.ts';
import { type Moment, type Reading, viewKey } from './reading.ts';
import type { ReasonClass } from './reason-class.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { KeptTraces } from './trace.ts';
import { simulatedTiming, type TargetTiming } from './target-timing.ts';

/**
 * How operations follow each other. `scenario`: each when it is due, overlapping as planned.
 * `sequential`: each when the one before has ended and the network has come to rest, in planned order,
 * so that every difference has one cause.
 */
export type Pace = 'scenario' | 'sequential';

/** The root of the Python node's paths (raiden.md 1.1). */
export const PYTHON_NODE_ROOT = '/api/v1';

/** The entries of a node's payment history besides one for each payment that it sent or received. */
interface HistoryLists {
  /** Payments that the node passed on: once as received from their initiator, once as sent to their target. */
  readonly mediated: boolean;
  /** The kind under which payments stand that the node sent and that failed on their way. */
  readonly failed: 'failed' | 'sent';
}

/** By the reason of a Python node, what a node tells instead: it tells fewer reasons apart, or has another status for one. */
export type RefusalsTold = Readonly<
  Partial<Record<ReasonClass, { readonly reason?: ReasonClass; readonly status?: number }>>
>;

/** The dialect that a node was taken to speak, with its properties. */
export interface SpokenDialect {
  readonly name: string;
  /** The root of its paths; absent: the Python node's. */
  readonly root?: string;
  readonly historyLists: HistoryLists;
  /** Absent: it refuses as the Python node. */
  readonly refusals?: RefusalsTold;
  /** Absent: it acts as the Python node. */
  readonly rules?: NodeRules;
}

/** The facts that identify a run and let it be repeated. Holds its only timestamps. */
export interface RunHeader {
  readonly format: 'millrace-run/1';
  readonly job: 'simulate' | 'replay' | 'load';
  readonly scenario: Scenario;
  readonly seed: string;
  readonly pace: Pace;
  readonly versions: { readonly millrace: string; readonly node: string };
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** Loads: when the clock of its records stood at zero, ISO 8601 UTC by the machine it ran on. */
  readonly begunAt?: string;
  /** The version or commit that was tested, such as that of the nodes, as the caller said; absent: not said. */
  readonly build?: string;
  /** The version that the nodes of a list told, `3.0.1`; several parted by commas; absent: they told none. */
  readonly nodesVersion?: string;
  /** True where the nodes are simulated ones that were started for this run; absent: they ran already. */
  readonly sandbox?: boolean;
  /** Base URL of each node, without credentials; replays only. */
  readonly targets?: Readonly<Record<NodeName, string>>;
  /** Nodes whose REST API is not the Python node's. */
  readonly dialects?: Readonly<Record<NodeName, SpokenDialect>>;
  /** How many times faster than real time the target's clock runs; 1 for real nodes. */
  readonly speed?: number;
  /** Replays and loads: how slow the nodes may be. */
  readonly timing?: TargetTiming;
  /** Simulations: of which payments traces were kept; absent: of all. */
  readonly traces?: Exclude<KeptTraces, 'all'>;
  /** The command line that asked for it; absent where code did. */
  readonly command?: string;
  /** Replays: after how many differences they stop; absent: after none. */
  readonly bail?: number;
}

/** One request and its answer, as sent and received; headers that may hold credentials are left out. */
export interface Exchange {
  /** The purpose of the request; a number: the operation. */
  readonly operation: number | 'preflight' | 'setup' | 'reading';
  readonly node: NodeName;
  readonly method: string;
  readonly url: string;
  readonly requestBody?: string;
  /** 0: no answer. */
  readonly status: number;
  readonly responseBody?: string;
  /** Why there is no answer. */
  readonly error?: string;
  /** Milliseconds after the run's start. */
  readonly sentAtMs: number;
  readonly durationMs: number;
}

/** Records that stand in a file: they are read when they are gone through, and never all in memory. */
export interface RecordFile extends Iterable<OperationRecord> {
  readonly length: number;
  /** The records at these places, which ascend. */
  pick(places: readonly number[]): readonly OperationRecord[];
}

/** The records of a run, in the order in which its operations ended. */
export type Records = readonly OperationRecord[] | RecordFile;

/** The records at these places, which ascend. */
export function pickRecords(records: Records, places: readonly number[]): readonly OperationRecord[] {
  if ('pick' in records) return records.pick(places);
  return places.flatMap((place) => records[place] ?? []);
}

/** Everything that happened; every report and judgement is computed from this and nothing else. */
export interface Run<Kept extends Records = readonly OperationRecord[]> {
  readonly header: RunHeader;
  /** Before the first operation. */
  readonly start: Network;
  /** The operations that were to be attempted; absent: they were not written down. */
  readonly plan?: Plan;
  readonly records: Kept;
  /** After the last operation came to rest; absent: the run broke off. */
  readonly end?: Network;
  /** Readings of nodes during and after a replay; empty for plain simulations. */
  readonly readings: readonly Reading[];
  /** True when the run was interrupted or a crash cut it off. */
  readonly partial: boolean;
  /** Replays: the same plan, simulated with the same pace and the same readings. */
  readonly prediction?: Run;
  /** Replays: how the two compare. */
  readonly comparison?: Comparison;
  /** Simulations of scenarios with churn, griefing or faulty messages: what these did. */
  readonly disturbances?: DisturbanceRecord;
  /** Simulations: the channel ends that were depleted, in that order; absent: nobody noted them. */
  readonly depletedEnds?: readonly DepletedEnd[];
  /** Replays: how each operation went over the wire, as far as it was kept. */
  readonly exchanges?: readonly Exchange[];
  /** Loads: what is known of all payments; `records` may hold a part of them. */
  readonly load?: LoadResult;
}

/** A run whose records may stand in a file. */
export type StoredRun = Run<Records>;

/** A run that has ended, whose records were handed over one by one and are kept elsewhere. */
export type EndedRun = Omit<Run, 'records'>;

/** A run under load: `records` holds those kept in memory, `load` what is known of all. */
export type LoadRun = Run & { readonly load: LoadResult };

/** The timing of a run's nodes. Folders from before it was written down are judged by their scenario's. */
export function timingOf({ timing, scenario }: Pick<RunHeader, 'timing' | 'scenario'>): TargetTiming {
  return timing ?? simulatedTiming(scenario.protocol);
}

/**
 * True for a replay that stopped because the target differed too often: it is broken off, and judged. Operations that
 * differ count even where they are one difference, for each of them may have cost a wait.
 */
export function hasBailed({
  header: { bail },
  comparison,
  partial,
}: Pick<Run, 'header' | 'comparison' | 'partial'>): boolean {
  if (!partial || bail === undefined || comparison === undefined) return false;
  return comparison.differences >= bail || comparison.counts.differs >= bail;
}

/** The predicted records by operation; empty: nothing is predicted. */
export function predictedRecords({
  prediction,
}: Pick<Run, 'prediction'>): ReadonlyMap<number, OperationRecord> {
  return new Map(prediction?.records.map((record) => [record.operation.id, record]));
}

/** How many planned operations a run that broke off did not come to. */
export function notDriven({ plan, records, partial }: StoredRun): number {
  return partial ? Math.max(0, plannedCount(plan) - records.length) : 0;
}

/** The whole lists of every node at one moment; a node that was not read is absent. */
export interface Snapshot {
  readonly channels: ReadonlyMap<NodeName, readonly ChannelView[]>;
  readonly history: ReadonlyMap<NodeName, readonly PaymentEvent[]>;
  readonly connections: ReadonlyMap<NodeName, readonly Connection[]>;
  readonly pending: ReadonlyMap<NodeName, readonly PendingTransfer[]>;
}

/** The last reading of each node's whole lists at a moment. */
export function snapshotAt(moment: Moment, { readings }: Pick<Run, 'readings'>): Snapshot {
  const channels = new Map<NodeName, readonly ChannelView[]>();
  const history = new Map<NodeName, readonly PaymentEvent[]>();
  const connections = new Map<NodeName, readonly Connection[]>();
  const pending = new Map<NodeName, readonly PendingTransfer[]>();
  for (const { moment: taken, node, view, value } of readings) {
    // Only whole lists: their key is the bare name of the view.
    if (taken !== moment || viewKey(view) !== view.kind) continue;
    if (value.kind === 'channels') channels.set(node, value.channels);
    if (value.kind === 'history') history.set(node, value.events);
    if (value.kind === 'connections') connections.set(node, value.connections);
    if (value.kind === 'pending') pending.set(node, value.transfers);
  }
  return { channels, history, connections, pending };
}

/** Operations without a record: how many, and the first of them where that can be said. */
interface LostOutcomes {
  readonly count: number;
  readonly ids: readonly number[];
}

// The rest is as many again.
const MOST_NAMED = 10;

/** Operations without a record that were sent, or planned in a run that did not break off. */
export function lostOutcomes({ plan, records, load, partial }: Run): LostOutcomes {
  const recorded = load?.aggregate.counts.operations ?? records.length;
  const isCut = partial || load?.abortedBy !== undefined;
  const count = Math.max(isCut ? 0 : plannedCount(plan), plan?.given ?? 0) - recorded;
  if (count <= 0) return { count: 0, ids: [] };
  return { count, ids: records.length === recorded && !isCut ? missing(plan?.ids ?? [], records) : [] };
}

function missing(ids: readonly IdRun[], records: Run['records']): readonly number[] {
  const recordedIds = new Set(records.map(({ operation }) => operation.id));
  const missingIds: number[] = [];
  for (const { from, to, step } of ids)
    for (let id = from; id <= to && missingIds.length < MOST_NAMED; id += step)
      if (!recordedIds.has(id)) missingIds.push(id);
  return missingIds;
}
