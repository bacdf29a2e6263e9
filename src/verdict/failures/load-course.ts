import type { LoadCourse } from '../../model/load/load-result.ts';
import { type LoadSeries, type LoadStretch, loadStretches } from '../../model/load/load-series.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';

// Fewer failures than one in a hundred, or than a handful, are no fall of success.
const FEW = 0.01;
const HANDFUL = 5;
const FEWEST_PAYMENTS = 10;
// A cause explains at least this share of the failures.
const CAUSE = 0.75;

/** Judges how a load went: whether success fell, when, and what the payments lacked that did not succeed. */
export function judgeCourse(series: LoadSeries, watch?: LoadWatch): LoadCourse {
  const totals = totalsOf(series);
  const { ended, givenUp } = totals;
  const course = courseOf(series, watch, totals);
  if (ended === 0 || givenUp === 0) return course;
  // The rate of success counts them, and would seem to contradict this.
  const left =
    givenUp === 1
      ? '1 payment given up before an answer could be expected is'
      : `${givenUp} payments given up before an answer could be expected are`;
  return { ...course, sentence: `${course.sentence.slice(0, -1)}; ${left} not counted.` };
}

function courseOf(
  series: LoadSeries,
  watch: LoadWatch | undefined,
  { ended, succeeded, givenUp }: ReturnType<typeof totalsOf>,
): LoadCourse {
  if (ended === 0) {
    const sentence = givenUp === 0 ? 'No payment ended.' : 'No payment was answered before it was given up.';
    return { cause: 'none', sentence };
  }
  if (ended < FEWEST_PAYMENTS && succeeded < ended)
    return { cause: 'none', sentence: 'Too few payments ended to say how success went.' };
  if (ended - succeeded <= Math.max(HANDFUL, FEW * ended))
    return { cause: 'none', sentence: 'Success did not fall.' };
  const { due, late } = courseSteps(series, watch);
  const steps = [...due, ...late];
  const fallen = firstFallen(due);
  const { cause, words } = causeOf(
    fallen === undefined ? steps : steps.slice(steps.indexOf(fallen)),
    watch?.stopped ?? [],
  );
  const share = percent(1 - succeeded / ended);
  const failedLate = late.reduce((all, { sum }) => all + endedIn(sum) - sum.succeeded, 0);
  const isLate = 2 * failedLate > ended - succeeded;
  const when =
    fallen !== undefined
      ? `Success fell ${Math.round(fallen.fromMs / 100) / 10} s after the start`
      : isLate
        ? `${share} did not succeed, most of them known after the last was sent`
        : `From the start ${share} did not succeed`;
  return {
    cause,
    sentence: `${when}: ${words}${depletedWords(steps, watch)}.`,
    ...(fallen === undefined ? {} : { fellAtMs: fallen.fromMs }),
  };
}

function totalsOf({ intervals }: LoadSeries): Readonly<Record<'ended' | 'succeeded' | 'givenUp', number>> {
  const sums = { ended: 0, succeeded: 0, givenUp: 0 };
  for (const interval of intervals) {
    sums.ended += endedIn(interval);
    sums.succeeded += interval.succeeded;
    sums.givenUp += interval.givenUp;
  }
  return sums;
}

// Payments given up before an answer could be expected say nothing of the target.
function endedIn({ succeeded, failed, indeterminate, givenUp }: LoadStretch['sum']): number {
  return succeeded + failed + indeterminate - givenUp;
}

// A share of thirty payments is off by less than a fifth nine times in ten.
const LEAST_PER_STEP = 30;

/**
 * The steps in which payments were due, each with enough of them on average to tell a share from chance, and the later
 * ones, in which payments ended only: locks may take minutes to expire.
 */
function courseSteps(
  series: LoadSeries,
  watch: LoadWatch | undefined,
): Readonly<Record<'due' | 'late', readonly LoadStretch[]>> {
  const { intervals } = series;
  const until = intervals.findLastIndex(({ intended }) => intended > 0) + 1;
  const due = intervals.reduce((sum, { intended }) => sum + intended, 0);
  const size = Math.max(1, Math.ceil((LEAST_PER_STEP * until) / Math.max(1, due)));
  const steps = loadStretches(series, { size }, watch);
  const count = Math.ceil(until / size);
  return { due: steps.slice(0, count), late: steps.slice(count) };
}

// A fall is a step this far below the best one before it, by a significant difference.
const FALL = 0.1;
const SIGMAS = 3;

/** The first step well below the best one before it. */
function firstFallen(steps: readonly LoadStretch[]): LoadStretch | undefined {
  let best: number | undefined;
  for (const step of steps) {
    const ended = endedIn(step.sum);
    if (ended < FEWEST_PAYMENTS) continue;
    const share = step.sum.succeeded / ended;
    if (best !== undefined) {
      const chance = SIGMAS * Math.sqrt((best * (1 - best) + 1 / ended) / ended);
      if (share < best - Math.max(FALL, chance)) return step;
    }
    best = Math.max(best ?? 0, share);
  }
  return undefined;
}

/** The one thing that most failures have in common, by what was read of balances and by how connections ended. */
function causeOf(
  steps: readonly LoadStretch[],
  stoppedNodes: readonly NodeName[],
): Pick<LoadCourse, 'cause'> & { readonly words: string } {
  const counts = {
    failures: 0,
    unreadable: 0,
    unreached: 0,
    silent: 0,
    money: 0,
    service: 0,
    untold: 0,
    stopped: 0,
    dear: 0,
  };
  for (const { sum, watched } of steps) {
    const failed = endedIn(sum) - sum.succeeded;
    counts.failures += failed;
    counts.unreadable += sum.unreadable;
    counts.unreached += sum.unreached;
    counts.silent += Math.max(0, sum.indeterminate - sum.givenUp - sum.unreadable - sum.unreached);
    counts.money += watched?.shortOfMoney ?? 0;
    counts.service += (watched?.shortOfLocks ?? 0) + (watched?.notServed ?? 0);
    counts.untold += watched?.shortOfWay ?? failed;
    counts.stopped += watched?.whileStopped ?? 0;
    counts.dear += watched?.tooDear ?? 0;
  }
  const { failures, unreadable, unreached, silent, money, service, untold, stopped, dear } = counts;
  const stop = `the scenario had stopped ${stoppedNodes.join(' and ')}`;
  if (stopped > 0 && stopped >= CAUSE * failures) return { cause: 'stopped', words: stop };
  // A target that answers with something else than the API, or not at all, is not known to be short of anything.
  if (failures > 0 && unreadable + unreached + silent - stopped >= CAUSE * failures) {
    const words =
      silent > unreadable + unreached
        ? 'payments got no answer'
        : unreadable >= unreached
          ? 'what answered did not answer as the API says'
          : 'the target refused or broke connections';
    return { cause: 'broken', words };
  }
  if (steps.every(({ watched }) => watched === undefined))
    return {
      cause: 'unclear',
      words: 'no channel was read during the load, so the cause is unknown: money or service',
    };
  const all = money + service + untold + stopped + dear;
  if (money > 0 && money >= CAUSE * all)
    return { cause: 'ran-dry', words: 'channels were depleted, the target was well' };
  if (service > 0 && service >= CAUSE * all)
    return { cause: 'overloaded', words: 'the target was overloaded, channels had enough money' };
  if (dear > 0 && dear >= CAUSE * all)
    return { cause: 'too-dear', words: 'mediators charged more than payers accept' };
  if (money + service + stopped === 0)
    return { cause: 'unclear', words: 'the cause is unknown: money or service' };
  const [whileStopped, lackedMoney, lackedService, refusedFees] = [stopped, money, service, dear].map(
    (part) => percent(part / all),
  );
  if (stopped + dear === 0)
    return {
      cause: 'unclear',
      words: `${lackedMoney} of it for lack of money, ${lackedService} for lack of service`,
    };
  const lacked = [
    ...(stopped === 0 ? [] : [`${whileStopped} while ${stop}`]),
    ...(money === 0 ? [] : [`${lackedMoney} for lack of money`]),
    ...(service === 0 ? [] : [`${lackedService} for lack of service`]),
    ...(dear === 0 ? [] : [`${refusedFees} for fees above what payers accept`]),
  ];
  const [first = '', ...others] = lacked;
  return { cause: 'unclear', words: [first.replace(' %', ' % of it'), ...others].join(', ') };
}

function depletedWords(steps: readonly LoadStretch[], watch: LoadWatch | undefined): string {
  const most = Math.max(0, ...steps.map(({ watched }) => watched?.depletedEnds ?? 0));
  return watch === undefined || most === 0 ? '' : ` (${most} of ${watch.ends} channel ends depleted)`;
}

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}
