import type { Foreseen, Operation, OperationRecord } from '../model/run/operation.ts';

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
