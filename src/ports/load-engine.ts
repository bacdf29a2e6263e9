import type { Network, NodeName } from '../model/network/network.ts';
import type { Foreseen, Operation, OperationRecord } from '../model/run/operation.ts';
import type { NodePlace } from './node-api.ts';

/** Watches a load while it runs; called in the order in which things happen, and must be quick. */
export interface LoadObserver {
  /** Just before an operation is sent; may say what is certain of a payment now. */
  sent?(operation: Operation, atMs: number): Foreseen | undefined;
  /** Says what is still certain of a payment that has ended, now that more was sent beside it; asked before `ended`. */
  still?(record: OperationRecord): Foreseen | undefined;
  ended?(record: OperationRecord): void;
  /** An intended start found no free place. */
  dropped?(atMs: number): void;
}

/** Sends a load's payments from another process, as k6 does; everything before and after stays the same. */
export interface LoadEngine {
  readonly name: 'k6';
  /** Returns when everything has ended; throws when the engine could not begin. */
  drive(work: LoadWork): Promise<EngineEnd>;
}

/** How another process ended that sent a load's payments. */
export interface EngineEnd {
  /** Why it ended before everything was sent; absent: all was, or as much as was asked for. */
  readonly brokenOff?: string;
}

/** The load that such an engine sends, and the callbacks for what it saw, in the order in which it happened. */
export interface LoadWork {
  /** In planned order; payments only. */
  readonly operations: readonly Operation[];
  readonly start: Network;
  readonly targets: Readonly<Record<NodeName, NodePlace>>;
  readonly deadlineMs: number;
  /** When a payment that has not ended is given up, after the start; absent: never. */
  readonly cutAtMs?: ((operation: Operation) => number) | undefined;
  /** Its times count from this Unix millisecond. */
  onBegin(unixMs: number): void;
  onSend(operation: Operation, atMs: number): Foreseen | undefined;
  onRecord(record: OperationRecord): void;
  /** Aborted: nothing further starts, what is in flight may end. */
  readonly stopping?: AbortSignal | undefined;
  /** Aborted: what is in flight is given up too. */
  readonly signal?: AbortSignal | undefined;
}
