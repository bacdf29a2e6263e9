import { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadAggregate, LoadCounts } from '../../model/load/load-aggregate.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LoadObserver } from '../../ports/load-engine.ts';

/** How a load stands now. */
export interface LoadReading
  extends Readonly<Pick<LoadCounts, 'succeeded' | 'failed' | 'indeterminate' | 'unexpected' | 'dropped'>> {
  readonly elapsedMs: number;
  /** Payments, since the start. */
  readonly sent: number;
  readonly inFlight: number;
  /** Lately, per second. */
  readonly sentPerSecond: number;
  readonly endedPerSecond: number;
  /** Lately, milliseconds from the intended start; NaN when nothing ended. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Lately, the 99th percentile of how late payments were sent. */
  readonly lagMs: number;
}

// Figures are of the last one to two spans: long enough to read, short enough to follow a change.
const SPAN_MS = 2_500;

// Two digits are more than a display that changes five times a second can show.
const DIGITS = 2;

/** Watches a load for its displays: what happened lately, beside the totals of its aggregate. */
export class LoadGauge implements LoadObserver {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #aggregate: Pick<LoadAggregate, 'counts'>;
  readonly #startMs: number;
  #sent = 0;
  #span: Span;
  #spanBefore: Span | undefined;

  constructor(clock: Pick<Clock, 'nowMs'>, aggregate: Pick<LoadAggregate, 'counts'>) {
    this.#clock = clock;
    this.#aggregate = aggregate;
    this.#startMs = clock.nowMs();
    this.#span = emptySpan(this.#startMs);
  }

  sent(operation: Operation): undefined {
    if (operation.kind !== 'pay') return;
    this.#sent += 1;
    this.#current().sent += 1;
  }

  ended({ operation, startedAtMs, endedAtMs, intendedAtMs = startedAtMs }: OperationRecord): void {
    if (operation.kind !== 'pay') return;
    const span = this.#current();
    span.ended += 1;
    span.response.record(endedAtMs - intendedAtMs);
    span.lag.record(startedAtMs - intendedAtMs);
  }

  read(): LoadReading {
    const now = this.#clock.nowMs();
    const span = this.#current();
    const response = new LatencyHistogram(DIGITS);
    const lag = new LatencyHistogram(DIGITS);
    const spans = [this.#spanBefore ?? [], span].flat();
    for (const each of spans) {
      response.merge(each.response);
      lag.merge(each.lag);
    }
    const seconds = Math.max(now - (spans[0] ?? span).fromMs, 1) / 1000;
    const { payments, succeeded, failed, indeterminate, unexpected, dropped } = this.#aggregate.counts;
    return {
      elapsedMs: now - this.#startMs,
      sent: this.#sent,
      // k6 tells its payments in pieces, an end perhaps before its start.
      inFlight: Math.max(0, this.#sent - payments),
      succeeded,
      failed,
      indeterminate,
      unexpected,
      dropped,
      sentPerSecond: spans.reduce((sum, each) => sum + each.sent, 0) / seconds,
      endedPerSecond: spans.reduce((sum, each) => sum + each.ended, 0) / seconds,
      p50Ms: response.percentileMs(50),
      p95Ms: response.percentileMs(95),
      p99Ms: response.percentileMs(99),
      lagMs: lag.percentileMs(99),
    };
  }

  #current(): Span {
    const now = this.#clock.nowMs();
    if (now - this.#span.fromMs >= SPAN_MS) {
      const before = this.#span;
      this.#span = emptySpan(now);
      // After a silence nothing happened lately.
      this.#spanBefore = now - before.fromMs < 2 * SPAN_MS ? before : undefined;
    }
    return this.#span;
  }
}

interface Span {
  readonly fromMs: number;
  sent: number;
  ended: number;
  readonly response: LatencyHistogram;
  readonly lag: LatencyHistogram;
}

function emptySpan(fromMs: number): Span {
  const response = new LatencyHistogram(DIGITS);
  return { fromMs, sent: 0, ended: 0, response, lag: new LatencyHistogram(DIGITS) };
}
