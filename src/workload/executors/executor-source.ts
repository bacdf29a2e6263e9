/** When one executor wants payments started; the payments themselves are drawn elsewhere. */
export interface ExecutorSource {
  /** When the next start is due, after the executor's own start; Infinity: none before one has ended. */
  nextAtMs(): number;
  /** Takes that start, or says that it is dropped. `payment` names it again when it ends. */
  take(payment: number): 'start' | 'drop';
  /** A payment it started has ended. */
  ended(payment: number, atMs: number): void;
  /** True when it will never start another, whatever ends. */
  readonly isExhausted: boolean;
  /** When it starts its last at the latest. */
  readonly endMs: number;
  /** How many starts there will be, where that is known. */
  readonly total?: number;
}
