import { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadSeries } from '../../model/load/load-series.ts';
import { type LoadWatch, watchedBetween, type WatchStep } from '../../model/load/load-watch.ts';

/** A step of a load that is long enough to say something of it. */
export interface CourseStep {
  readonly fromMs: number;
  /** Starts that came due in it. */
  readonly intended: number;
  readonly dropped: number;
  /** Without what was given up before an answer could be expected. */
  readonly ended: number;
  readonly succeeded: number;
  /** Answered, and not as the API says. */
  readonly unreadable: number;
  /** Failed because connections were refused or broke. */
  readonly unreached: number;
  /** Sent and not ended at its end. */
  readonly inFlight: number;
  /** Median from the intended start, of the payments due in it; absent: none was. */
  readonly medianMs?: number;
  /** What was read beside it; absent: nothing was. */
  readonly watched?: WatchStep;
}

// A share of thirty payments is off by less than a fifth nine times in ten.
const LEAST_PER_STEP = 30;

/** The steps in which payments were due, each with enough of them on average to tell a share from chance. */
export function courseSteps(series: LoadSeries, watch?: LoadWatch): readonly CourseStep[] {
  const { intervals, intervalMs } = series;
  const offered = intervals.findLastIndex(({ intended }) => intended > 0) + 1;
  const due = intervals.reduce((sum, { intended }) => sum + intended, 0);
  if (due === 0) return [];
  const size = Math.max(1, Math.ceil((LEAST_PER_STEP * offered) / due));
  const steps: CourseStep[] = [];
  let inFlight = 0;
  for (let first = 0; first < offered; first += size) {
    const sums = { intended: 0, dropped: 0, ended: 0, succeeded: 0, unreadable: 0, unreached: 0 };
    const response = new LatencyHistogram(1);
    for (const interval of intervals.slice(first, Math.min(first + size, offered))) {
      const ended = interval.succeeded + interval.failed + interval.indeterminate;
      sums.intended += interval.intended;
      sums.dropped += interval.dropped;
      sums.succeeded += interval.succeeded;
      sums.ended += ended - interval.givenUp;
      sums.unreadable += interval.unreadable;
      sums.unreached += interval.unreached;
      inFlight += interval.started - ended;
      response.merge(interval.response);
    }
    const fromMs = first * intervalMs;
    const watched = watch && watchedBetween(watch, { fromMs, toMs: fromMs + size * intervalMs });
    steps.push({
      fromMs,
      ...sums,
      inFlight,
      ...(response.count === 0 ? {} : { medianMs: response.percentileMs(50) }),
      ...(watched === undefined ? {} : { watched }),
    });
  }
  return steps;
}

/**
 * True when more ends are drained than in the first step. With several ways nobody can tell what a payment lacked
 * that found none; where ends have drained, it was most likely money.
 */
export function isDraining({ watched }: CourseStep, first: CourseStep | undefined): boolean {
  return (watched?.drainedEnds ?? 0) > (first?.watched?.drainedEnds ?? 0);
}
