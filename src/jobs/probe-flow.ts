import type { Operation } from '../model/operation.ts';
import type { OperationRecord } from '../model/outcome.ts';
import type { LoadObserver } from '../ports.ts';

/** Counts what goes in and what comes out in the second half of a probe, when the target is in its stride. */
export class ProbeFlow implements LoadObserver {
  readonly #durationMs: number;
  #sentThen = 0;
  #endedThen = 0;
  #succeededThen = 0;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  sent(_operation: Operation, atMs: number): undefined {
    if (this.#isThen(atMs)) this.#sentThen += 1;
  }

  ended({ endedAtMs, outcome }: OperationRecord): void {
    if (!this.#isThen(endedAtMs)) return;
    this.#endedThen += 1;
    if (outcome.kind === 'succeeded') this.#succeededThen += 1;
  }

  /** Payments sent in the second half. */
  get sentThen(): number {
    return this.#sentThen;
  }

  /** How many more were in flight at the end than halfway. */
  get growth(): number {
    return this.#sentThen - this.#endedThen;
  }

  get endedPerSecond(): number {
    return this.#endedThen / (this.#durationMs / 2_000);
  }

  get succeededPerSecond(): number {
    return this.#succeededThen / (this.#durationMs / 2_000);
  }

  #isThen(atMs: number): boolean {
    return atMs >= this.#durationMs / 2 && atMs < this.#durationMs;
  }
}
