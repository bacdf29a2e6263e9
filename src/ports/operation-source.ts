import type { Operation } from '../model/run/operation.ts';

/**
 * The operations of a drive, in the order they become due; asked for one at a time, so that a load of
 * ten million is never in memory. Closed loops learn from `ended` that a virtual user is free again.
 */
export interface OperationSource {
  /** When the next operation is due, after the drive's start; Infinity: none before one in flight has ended. */
  nextAtMs(): number;
  /**
   * Takes that operation; its `atMs` is its intended start. Undefined: the start that came due is dropped,
   * because as many as are allowed are in flight; the source has counted it.
   */
  take(nowMs: number): Operation | undefined;
  /** Says that an operation it gave has ended, at that moment after the drive's start. */
  ended(operation: Operation, atMs: number): void;
  /** True when nothing will ever be due again, whatever ends. */
  isExhausted(): boolean;
  /** Absent: whatever is in flight may take as long as it likes. */
  readonly cutOff?: CutOff;
}

/** Gives up operations whose time in flight is over. Asked when something is due, never for each operation. */
export interface CutOff {
  /** When something may next be overdue, after the drive's start; Infinity: nothing any more. */
  nextAtMs(): number;
  /** Says which of the operations in flight are overdue by then; undefined: none. */
  overdue(atMs: number): ((operation: Operation) => boolean) | undefined;
  /** When this one is overdue at the latest: for engines that have to know it beforehand. */
  readonly latestAtMs: (operation: Operation) => number;
}
