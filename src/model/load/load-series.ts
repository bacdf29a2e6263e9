import { LatencyHistogram, type LatencyHistogramJson } from '../../statistics/latency-histogram.ts';
import type { OperationRecord } from '../run/outcome.ts';
import { unansweredBecause } from '../run/unanswered.ts';

/** What happened in one interval of a load. */
export interface LoadInterval {
  /** Intended starts that came due. */
  intended: number;
  /** Payments sent. */
  started: number;
  /** Payments that ended, by outcome. */
  succeeded: number;
  failed: number;
  indeterminate: number;
  /** Of these, given up before an answer could be expected. */
  givenUp: number;
  /** Answered, and not as the API says. */
  unreadable: number;
  /** Failed because connections were refused or broke. */
  unreached: number;
  /** Ended otherwise than foreseen when they were sent. */
  unexpected: number;
  /** Intended starts that found no free place. */
  dropped: number;
  /** Of the payments due in it, to one digit: charts, not verdicts. */
  readonly service: LatencyHistogram;
  readonly response: LatencyHistogram;
}

// Twenty minutes to the second and a day to the minute; two histograms of one digit take about 4 KB.
const MOST_INTERVALS = 1_200;
const FINEST_MS = 1_000;

/** A load against time in bounded memory: intervals of a second, twice as long each time there are too many. */
export class LoadSeries {
  #intervalMs: number;
  readonly #intervals: LoadInterval[] = [];

  constructor(intervalMs = FINEST_MS) {
    this.#intervalMs = intervalMs;
  }

  /** A second times a power of two. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** From the load's start, without gaps. */
  get intervals(): readonly Readonly<LoadInterval>[] {
    return this.#intervals;
  }

  /** Files a payment under the moments it was due, was sent and ended. */
  add(record: OperationRecord, { unexpected }: { readonly unexpected: boolean }): void {
    const { startedAtMs, endedAtMs, intendedAtMs = startedAtMs, outcome } = record;
    // The latest first: it may make the intervals longer.
    const ended = this.#at(endedAtMs);
    ended[outcome.kind] += 1;
    const unanswered = outcome.kind === 'succeeded' ? undefined : unansweredBecause(record);
    if (unanswered !== undefined) ended[UNANSWERED[unanswered]] += 1;
    if (unexpected) ended.unexpected += 1;
    this.#at(startedAtMs).started += 1;
    const due = this.#at(intendedAtMs);
    due.intended += 1;
    due.service.record(endedAtMs - startedAtMs);
    due.response.record(endedAtMs - intendedAtMs);
  }

  /** Files intended starts that were dropped at that moment. */
  drop(atMs: number, count: number): void {
    const interval = this.#at(atMs);
    interval.intended += count;
    interval.dropped += count;
  }

  /** Adds another part of the same load; both keep the coarser intervals. */
  merge(other: LoadSeries): void {
    while (this.#intervalMs < other.#intervalMs) this.#coarsen();
    other.#intervals.forEach((interval, index) => addInterval(this.#at(index * other.#intervalMs), interval));
  }

  toJson(): LoadSeriesJson {
    return {
      intervalMs: this.#intervalMs,
      intervals: this.#intervals.map(({ service, response, ...counts }) => ({
        ...counts,
        service: service.toJson(),
        response: response.toJson(),
      })),
    };
  }

  static fromJson({ intervalMs, intervals }: LoadSeriesJson): LoadSeries {
    const series = new LoadSeries(intervalMs);
    for (const { service, response, ...counts } of intervals)
      series.#intervals.push({
        ...NOTHING,
        ...counts,
        service: LatencyHistogram.fromJson(service),
        response: LatencyHistogram.fromJson(response),
      });
    return series;
  }

  #at(atMs: number): LoadInterval {
    while (atMs >= MOST_INTERVALS * this.#intervalMs) this.#coarsen();
    const index = Math.max(0, Math.floor(atMs / this.#intervalMs));
    while (this.#intervals.length <= index) this.#intervals.push(emptyInterval());
    return this.#intervals[index] as LoadInterval;
  }

  #coarsen(): void {
    const pairs = Math.ceil(this.#intervals.length / 2);
    for (let index = 0; index < pairs; index += 1) {
      const first = this.#intervals[2 * index] as LoadInterval;
      const second = this.#intervals[2 * index + 1];
      if (second !== undefined) addInterval(first, second);
      this.#intervals[index] = first;
    }
    this.#intervals.length = pairs;
    this.#intervalMs *= 2;
  }
}

/** A series as run folders keep it. */
export interface LoadSeriesJson {
  readonly intervalMs: number;
  /** `givenUp` and the two below it are absent in loads written before they were counted. */
  readonly intervals: readonly (Omit<LoadInterval, 'service' | 'response' | keyof typeof LATER> &
    Partial<typeof LATER> & {
      readonly service: LatencyHistogramJson;
      readonly response: LatencyHistogramJson;
    })[];
}

const LATER = { givenUp: 0, unreadable: 0, unreached: 0 };
const NOTHING = {
  intended: 0,
  started: 0,
  succeeded: 0,
  failed: 0,
  indeterminate: 0,
  unexpected: 0,
  dropped: 0,
  ...LATER,
};
const COUNTS = Object.keys(NOTHING) as (keyof typeof NOTHING)[];
const UNANSWERED = { 'given-up': 'givenUp', unreadable: 'unreadable', unreached: 'unreached' } as const;

/** An interval in which nothing happened. */
export function emptyInterval(): LoadInterval {
  return {
    ...NOTHING,
    service: new LatencyHistogram(1),
    response: new LatencyHistogram(1),
  };
}

/** Adds what happened in another interval. */
export function addInterval(sum: LoadInterval, part: LoadInterval): void {
  for (const name of COUNTS) sum[name] += part[name];
  sum.service.merge(part.service);
  sum.response.merge(part.response);
}
