import type { Operation, OperationRecord } from '../../../model/run/operation.ts';
import type { LoadObserver } from '../../../ports/load-engine.ts';
import { EventLoopWatch } from '../../../runtime/driver-watch.ts';
import {
  type ResponseGrowth,
  responseGrowth,
  type TimedResponse,
} from '../../../statistics/response-growth.ts';

/** Watches the second half of a probe, when the target is in its stride: what comes out, how fast, and how long this process paused. */
export class ProbeFlow implements LoadObserver {
  readonly #durationMs: number;
  readonly #loop = new EventLoopWatch();
  readonly #responses: TimedResponse[] = [];
  #sent = 0;
  #ended = 0;
  #succeeded = 0;
  #pauseMs = 0;
  #isWatching = false;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  sent(_operation: Operation, atMs: number): undefined {
    if (!this.#isThen(atMs)) return;
    this.#sent += 1;
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#loop.begin();
  }

  ended(record: OperationRecord): void {
    const { startedAtMs, endedAtMs, intendedAtMs = startedAtMs, outcome } = record;
    if (!this.#isThen(endedAtMs)) return;
    this.#ended += 1;
    if (outcome.kind === 'succeeded') this.#succeeded += 1;
    // By their end: once nothing more is offered, those that are still in the queue are done sooner.
    const atMs = endedAtMs - this.#durationMs / 2;
    this.#responses.push({ atMs, responseMs: endedAtMs - intendedAtMs });
    const lagMs = this.#isThen(intendedAtMs) ? startedAtMs - intendedAtMs : 0;
    this.#pauseMs = Math.max(this.#pauseMs, lagMs, this.#isWatching ? this.#loop.longestMs() : 0);
  }

  /** How many payments were sent. */
  get sentThen(): number {
    return this.#sent;
  }

  /** How many more were in flight at the end than halfway. */
  get moreInFlight(): number {
    return this.#sent - this.#ended;
  }

  /** How the response time grew. */
  growth(): ResponseGrowth {
    return responseGrowth(this.#responses, this.#durationMs / 2);
  }

  /** The longest time for which this process did nothing, or sent nothing although something was due. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  get endedPerSecond(): number {
    return this.#ended / (this.#durationMs / 2_000);
  }

  get succeededPerSecond(): number {
    return this.#succeeded / (this.#durationMs / 2_000);
  }

  close(): void {
    this.#loop.end();
  }

  #isThen(atMs: number): boolean {
    return atMs >= this.#durationMs / 2 && atMs < this.#durationMs;
  }
}
