import { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LoadObserver } from '../../ports/load-observer.ts';

/** How a load stands now. */
export type LoadReading = ReturnType<LoadGauge['read']>;

// Figures are of the last one to two spans: long enough to read, short enough to follow a change.
const SPAN_MS = 2_500;

/** Watches a load for its displays: what happened lately, beside the totals of its aggregate. */
export class LoadGauge implements LoadObserver {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #aggregate: Watched;
  readonly #startMs: number;
  #sent = 0;
  #span: Span;
  #spanBefore: Span | undefined;

  constructor(clock: Pick<Clock, 'nowMs'>, aggregate: Watched) {
    this.#clock = clock;
    this.#aggregate = aggregate;
    this.#startMs = clock.nowMs();
    this.#span = this.#spanFrom(this.#startMs);
  }

  sent(operation: Operation, atMs: number): undefined {
    if (operation.kind !== 'pay') return;
    this.#spanAt(atMs);
    this.#sent += 1;
  }

  read() {
    const now = this.#clock.nowMs();
    const span = this.#spanAt(now);
    const since = this.#spanBefore ?? span;
    const seconds = Math.max(now - since.fromMs, 1) / 1000;
    const response = this.#aggregate.response.since(since.response);
    const { payments, unexpected, dropped } = this.#aggregate.counts;
    return {
      elapsedMs: now - this.#startMs,
      sent: this.#sent,
      // k6 tells its payments in pieces, an end perhaps before its start.
      inFlight: Math.max(0, this.#sent - payments),
      unexpected,
      dropped,
      // Lately, per second.
      sentPerSecond: (this.#sent - since.sent) / seconds,
      // Lately, milliseconds from the intended start; NaN when nothing ended.
      p50Ms: response.percentileMs(50),
      p95Ms: response.percentileMs(95),
      p99Ms: response.percentileMs(99),
      // Lately, the 99th percentile of how late payments were sent.
      lagMs: this.#aggregate.lag.since(since.lag).percentileMs(99),
    };
  }

  #spanAt(now: number): Span {
    if (now - this.#span.fromMs >= SPAN_MS) {
      const before = this.#span;
      this.#span = this.#spanFrom(now);
      // After a silence nothing happened lately.
      this.#spanBefore = now - before.fromMs < 2 * SPAN_MS ? before : undefined;
    }
    return this.#span;
  }

  #spanFrom(fromMs: number): Span {
    const { response, lag } = this.#aggregate;
    const nothing = new LatencyHistogram();
    return {
      fromMs,
      sent: this.#sent,
      response: response.since(nothing),
      lag: lag.since(nothing),
    };
  }
}

type Watched = Pick<LoadAggregate, 'counts' | 'response' | 'lag'>;

/** The counts at the start of a span. */
interface Span extends Readonly<Pick<LoadAggregate, 'response' | 'lag'>> {
  readonly fromMs: number;
  readonly sent: number;
}
