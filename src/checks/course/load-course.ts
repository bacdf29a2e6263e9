import type { LoadCourse, Tipping } from '../../model/load/load-course.ts';
import type { LoadSeries } from '../../model/load/load-series.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import { type CourseStep, courseSteps, isDraining } from './course-steps.ts';
import { tippingPoint } from './tipping-point.ts';

// Fewer failures than one in a hundred, or than a handful, are no fall of success.
const FEW = 0.01;
const HANDFUL = 5;
// A fall is a step this far below the best one, and more than chance makes of so many payments.
const FALL = 0.1;
const SIGMAS = 3;
const FEWEST_PAYMENTS = 10;
// What explains this share of the failures is the cause; what explains less than the rest is not.
const CAUSE = 0.75;

/** Judges how a load went: whether success fell, whether for want of money or of service, and when it tipped over. */
export function judgeCourse(series: LoadSeries, watch?: LoadWatch): LoadCourse {
  const steps = courseSteps(series, watch);
  let [ended, succeeded, givenUp] = [0, 0, 0];
  for (const interval of series.intervals) {
    givenUp += interval.givenUp;
    ended += interval.succeeded + interval.failed + interval.indeterminate - interval.givenUp;
    succeeded += interval.succeeded;
  }
  const tipped = tippingPoint(steps);
  const rest = tipped === undefined ? {} : { tipped };
  if (ended === 0) {
    const sentence = givenUp === 0 ? 'No payment ended.' : 'No payment was answered before it was given up.';
    return { cause: 'none', sentence, ...rest };
  }
  if (ended < FEWEST_PAYMENTS && succeeded < ended)
    return { cause: 'none', sentence: 'Too few payments ended to say how success went.', ...rest };
  if (ended - succeeded <= Math.max(HANDFUL, FEW * ended))
    return { cause: 'none', sentence: `Success did not fall${late(tipped)}.`, ...rest };
  const fallen = firstFallen(steps);
  const from = fallen ?? 0;
  const lacks = lacking(steps.slice(from), steps[0]);
  const { cause, words } = brokenOf(steps.slice(from)) ?? causeOf(lacks, tipped);
  const fellAtMs = fallen === undefined ? undefined : (steps[from] as CourseStep).fromMs;
  const when =
    fellAtMs === undefined
      ? `From the start ${percent(1 - succeeded / ended)} did not succeed`
      : `Success fell ${seconds(fellAtMs)} after the start`;
  const drained = drainedWords(steps, watch);
  const sentence = `${when}: ${words}${cause === 'ran-dry' || cause === 'both' ? drained : ''}${late(tipped)}.`;
  return { cause, sentence, ...(fellAtMs === undefined ? {} : { fellAtMs }), ...rest };
}

interface Lacks {
  readonly money: number;
  readonly service: number;
  readonly unknown: number;
  /** A part of `money` is only likely: there were several ways. */
  readonly isLikely: boolean;
  readonly isWatched: boolean;
}

function lacking(steps: readonly CourseStep[], first: CourseStep | undefined): Lacks {
  let [money, service, unknown, likely] = [0, 0, 0, 0];
  let isWatched = false;
  for (const step of steps) {
    const { watched, ended, succeeded } = step;
    if (watched === undefined) {
      unknown += ended - succeeded;
      continue;
    }
    isWatched = true;
    money += watched.shortOfMoney;
    service += watched.shortOfLocks + watched.notServed;
    if (isDraining(step, first)) likely += watched.shortOfWay;
    else unknown += watched.shortOfWay;
  }
  return { money: money + likely, service, unknown, isLikely: likely > money, isWatched };
}

// Who answers with something else than the API, or not at all, is not known to be short of anything.
function brokenOf(
  steps: readonly CourseStep[],
): { readonly cause: LoadCourse['cause']; readonly words: string } | undefined {
  let [failures, unreadable, unreached] = [0, 0, 0];
  for (const step of steps) {
    failures += step.ended - step.succeeded;
    unreadable += step.unreadable;
    unreached += step.unreached;
  }
  if (failures === 0 || unreadable + unreached < CAUSE * failures) return undefined;
  const words =
    unreadable >= unreached
      ? 'what answered did not answer as the API says'
      : 'the target refused or broke connections';
  return { cause: 'broken', words };
}

function causeOf(
  { money, service, unknown, isLikely, isWatched }: Lacks,
  tipped: Tipping | undefined,
): { readonly cause: LoadCourse['cause']; readonly words: string } {
  const all = money + service + unknown;
  const dry = `the network ${isLikely ? 'most likely ' : ''}ran dry`;
  if (all > 0 && money >= CAUSE * all) return { cause: 'ran-dry', words: `${dry}, the target was well` };
  if (all > 0 && service >= CAUSE * all)
    return { cause: 'overloaded', words: 'the target was overloaded, there was money enough' };
  if (money > unknown && service > unknown)
    return { cause: 'both', words: `${dry}, and the target was overloaded` };
  if (!isWatched && tipped !== undefined) return { cause: 'overloaded', words: 'the target was overloaded' };
  return {
    cause: 'unclear',
    words: isWatched
      ? 'whether for want of money or of service cannot be told'
      : 'no channel was read while the load ran, so whether for want of money or of service cannot be told',
  };
}

function drainedWords(steps: readonly CourseStep[], watch: LoadWatch | undefined): string {
  const most = Math.max(0, ...steps.map(({ watched }) => watched?.drainedEnds ?? 0));
  return watch === undefined || most === 0 ? '' : ` (${most} of ${watch.ends} channel ends drained)`;
}

function late(tipped: Tipping | undefined): string {
  return tipped === undefined
    ? ''
    : `; the target tipped over ${seconds(tipped.atMs)} after the start: ${tipped.symptom}`;
}

/** Index of the first step well below the best one before it that is not made good by the next. */
function firstFallen(steps: readonly CourseStep[]): number | undefined {
  let best = 0;
  let before = 0;
  for (const [index, { ended, succeeded }] of steps.entries()) {
    if (ended < FEWEST_PAYMENTS) continue;
    const share = succeeded / ended;
    const chance = SIGMAS * Math.sqrt((best * (1 - best) + 1 / ended) / ended);
    if (before > 0 && share < best - Math.max(FALL, chance)) return index;
    best = Math.max(best, share);
    before += 1;
  }
  return undefined;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}
