import type { ExecutorSettings } from '../../model/scenario/load-spec.ts';

/** The settings of one kind of executor. */
export type SettingsOf<Kind extends ExecutorSettings['kind']> = Extract<ExecutorSettings, { kind: Kind }>;

/** When one executor wants payments started; the payments themselves are drawn elsewhere. Times count from its own start. */
export interface ExecutorSource {
  /** When the next start is due; Infinity: none before one has ended. */
  nextAtMs(): number;
  /** Takes that start, or says that it is dropped. `payment` names it again when it ends. */
  take(payment: number): 'start' | 'drop';
  /** A payment it started has ended. */
  ended(payment: number, atMs: number): void;
  /** Starts nothing any more: whatever is still due comes too late. */
  close(): void;
  /** True when it will never start another, whatever ends. */
  readonly isExhausted: boolean;
  /** When it starts its last at the latest. */
  readonly endMs: number;
  /** Absent: its payments in flight may all go on until the executor as a whole is over. */
  readonly rampDown?: RampDown;
}

/** Payments of virtual users that are no longer wanted. */
export interface RampDown {
  /** When the next of them may have had enough time; Infinity: none any more. */
  nextAtMs(): number;
  /** Payments in flight that have had it by then, each named once. */
  overdue(atMs: number): readonly number[];
}
