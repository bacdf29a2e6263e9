import { LatencyHistogram, type LatencyHistogramJson } from '../../statistics/latency-histogram.ts';
import type { OperationRecord } from '../run/operation.ts';
import { DEFAULT_GRACEFUL_STOP_MS } from '../scenario/load-spec.ts';
import { GrowingSteps } from './growing-steps.ts';
import { type LoadWatch, watchedBetween, type WatchStep } from './load-watch.ts';

const NOTHING = {
  /** Intended starts that came due. */
  intended: 0,
  /** Payments sent. */
  started: 0,
  /** Payments that ended, by outcome. */
  succeeded: 0,
  failed: 0,
  indeterminate: 0,
  /** Intended starts that found no free place. */
  dropped: 0,
  /** Ended payments that were given up before an answer could be expected. */
  givenUp: 0,
  /** Answered, and not as the API says. */
  unreadable: 0,
  /** Failed because connections were refused or broke. */
  unreached: 0,
};
type IntervalCounts = typeof NOTHING;
const COUNTS = Object.keys(NOTHING) as (keyof IntervalCounts)[];
const UNANSWERED = { 'given-up': 'givenUp', unreadable: 'unreadable', unreached: 'unreached' } as const;

/** One interval of a load; the durations are those of the payments due in it. */
export type LoadInterval = IntervalCounts & {
  /** To one digit: charts, not verdicts. */
  readonly service: LatencyHistogram;
  readonly response: LatencyHistogram;
};

/** A load against time in bounded memory: intervals of a second, twice as long each time there are too many. */
export class LoadSeries {
  readonly #steps: GrowingSteps<LoadInterval>;

  constructor(intervalMs?: number) {
    this.#steps = new GrowingSteps(emptyInterval, addInterval, intervalMs);
  }

  /** A second times a power of two. */
  get intervalMs(): number {
    return this.#steps.stepMs;
  }

  /** From the load's start, without gaps. */
  get intervals(): readonly Readonly<LoadInterval>[] {
    return this.#steps.steps;
  }

  /** Files a payment under the moments it was due, was sent and ended. */
  add(record: OperationRecord): void {
    const { startedAtMs, endedAtMs, intendedAtMs = startedAtMs, outcome } = record;
    // The latest first: it may make the intervals longer.
    const ended = this.#steps.at(endedAtMs);
    ended[outcome.kind] += 1;
    const unanswered = outcome.kind === 'succeeded' ? undefined : unansweredBecause(record);
    if (unanswered !== undefined) ended[UNANSWERED[unanswered]] += 1;
    this.#steps.at(startedAtMs).started += 1;
    const due = this.#steps.at(intendedAtMs);
    due.intended += 1;
    due.service.record(endedAtMs - startedAtMs);
    due.response.record(endedAtMs - intendedAtMs);
  }

  /** Files intended starts that were dropped at that moment. */
  drop(atMs: number, count: number): void {
    const interval = this.#steps.at(atMs);
    interval.intended += count;
    interval.dropped += count;
  }

  /** Adds another part of the same load; both keep the coarser intervals. */
  merge(other: LoadSeries): void {
    while (this.intervalMs < other.intervalMs) this.#steps.coarsen();
    other.intervals.forEach((interval, index) =>
      addInterval(this.#steps.at(index * other.intervalMs), interval),
    );
  }

  /** The same once reading has told of payments without an answer: one that was made has succeeded when it ended. */
  resolvedBy(records: Iterable<OperationRecord>): LoadSeries {
    const resolved = new LoadSeries(this.intervalMs);
    resolved.merge(this);
    for (const record of records) {
      const { operation, outcome, endedAtMs } = record;
      if (operation.kind !== 'pay' || outcome.kind !== 'indeterminate' || outcome.resolved !== 'happened')
        continue;
      const ended = resolved.#steps.at(endedAtMs);
      ended.indeterminate -= 1;
      ended.succeeded += 1;
      const unanswered = unansweredBecause(record);
      if (unanswered !== undefined) ended[UNANSWERED[unanswered]] -= 1;
    }
    return resolved;
  }

  toJson(): LoadSeriesJson {
    return {
      intervalMs: this.intervalMs,
      intervals: this.intervals.map(({ service, response, ...counts }) => ({
        ...counts,
        service: service.toJson(),
        response: response.toJson(),
      })),
    };
  }

  static fromJson({ intervalMs, intervals }: LoadSeriesJson): LoadSeries {
    const series = new LoadSeries(intervalMs);
    intervals.forEach(({ service, response, ...counts }, index) => {
      const interval = series.#steps.at(index * intervalMs);
      Object.assign(interval, counts);
      interval.service.merge(LatencyHistogram.fromJson(service));
      interval.response.merge(LatencyHistogram.fromJson(response));
    });
    return series;
  }
}

/** A series as run folders keep it. */
export interface LoadSeriesJson {
  readonly intervalMs: number;
  readonly intervals: readonly (IntervalCounts &
    Readonly<Record<'service' | 'response', LatencyHistogramJson>>)[];
}

/** An interval in which nothing happened. */
export function emptyInterval(): LoadInterval {
  return {
    ...NOTHING,
    service: new LatencyHistogram(1),
    response: new LatencyHistogram(1),
  };
}

/** Adds what happened in another interval. */
export function addInterval(sum: LoadInterval, part: LoadInterval): LoadInterval {
  for (const name of COUNTS) sum[name] += part[name];
  sum.service.merge(part.service);
  sum.response.merge(part.response);
  return sum;
}

/**
 * Why a payment has no answer of the API: `given-up` by the driver before one could be expected, which says nothing
 * of the target; `unreadable`: something answered, and not as the API says; `unreached`: refused or broken
 * connections. Undefined: it was answered, or an answer was waited for in vain.
 */
export function unansweredBecause(
  record: Pick<OperationRecord, 'outcome' | 'startedAtMs' | 'endedAtMs'>,
): 'given-up' | 'unreadable' | 'unreached' | undefined {
  const { outcome, startedAtMs, endedAtMs } = record;
  if (outcome.kind === 'failed') {
    if (outcome.reason === 'driver-limit') return 'given-up';
    return outcome.reason === 'unreachable' ? 'unreached' : undefined;
  }
  if (outcome.kind === 'succeeded') return undefined;
  switch (outcome.cause) {
    case 'interrupted':
      // A payment that had as long as an executor gives the rest at its end was waited for.
      return endedAtMs - startedAtMs < DEFAULT_GRACEFUL_STOP_MS ? 'given-up' : undefined;
    case 'unreadable-answer':
      return 'unreadable';
    case 'connection-broken':
      return 'unreached';
    case 'deadline':
    case 'gateway':
      return undefined;
  }
}

/** True for a payment whose answer was waited for in vain, and not only given up early, cut off or made unreadable. */
export function wasWaitedFor(record: Parameters<typeof unansweredBecause>[0]): boolean {
  return record.outcome.kind === 'indeterminate' && unansweredBecause(record) === undefined;
}

/** Intervals of a load that follow each other, as one. */
export interface LoadStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly sum: Readonly<LoadInterval>;
  /** Sent and not ended at its end. */
  readonly inFlight: number;
  /** The channels as they were read during it; absent: none were read. */
  readonly watched?: WatchStep;
}

/** The intervals of a load, so many at a time. */
export function loadStretches(
  { intervals, intervalMs }: LoadSeries,
  { size }: { readonly size: number },
  watch?: LoadWatch,
): readonly LoadStretch[] {
  const stretches: LoadStretch[] = [];
  let inFlight = 0;
  for (let first = 0; first < intervals.length; first += size) {
    const sum = emptyInterval();
    for (const interval of intervals.slice(first, first + size)) addInterval(sum, interval);
    inFlight += sum.started - sum.succeeded - sum.failed - sum.indeterminate;
    const [fromMs, toMs] = [first * intervalMs, (first + size) * intervalMs];
    const watched = watch && watchedBetween(watch, { fromMs, toMs });
    stretches.push({ fromMs, toMs, sum, inFlight, ...(watched === undefined ? {} : { watched }) });
  }
  return stretches;
}
