import type { Tipping } from '../../model/load/load-course.ts';
import { type CourseStep, isDraining } from './course-steps.ts';

// With fewer there is no before and after.
const FEWEST_STEPS = 6;
// A share of fewer payments is chance.
const FEWEST_PAYMENTS = 10;
// So many good steps in a row are a target that came back; fewer bad ones are a dip.
const RUN = 3;
// Slower than this many times the calm median is not well; below the floor nobody waits.
const LATE_FACTOR = 3;
const LATE_AT_LEAST_MS = 250;
// Half of what succeeded at best.
const COLLAPSE = 0.5;
const MOST_DROPPED = 0.1;
// A stretch that is bad this often is bad, whatever is answered in between.
const MOSTLY = 0.8;
// In flight for each start due: what grows by more than this is a queue and not chance.
const QUEUE_FACTOR = 1.3;

/**
 * The moment from which a target never came back while its load lasted. A step is bad when the median payment due
 * in it waited over three times as long as in the calmest step (250 ms at least), when less than half of the best
 * share succeeded, not counting what failed for want of money, or when a tenth of the starts found no room. The
 * target tipped over at the first bad step after the last three good ones in a row, if at least three follow, four
 * in five of what follows are bad, and the load ends in them; when a queue had been growing up to there, where it
 * began. A dip that recovers and a network that runs dry are no tipping.
 */
export function tippingPoint(steps: readonly CourseStep[]): Tipping | undefined {
  const due = steps.filter(({ intended }) => intended >= FEWEST_PAYMENTS);
  if (due.length < FEWEST_STEPS) return undefined;
  const best = Math.max(...due.map((step) => shareServed(step, due) ?? 0));
  const collapsed = (step: CourseStep): boolean => {
    const share = shareServed(step, due);
    return share !== undefined && share < COLLAPSE * best;
  };
  const calmMs = Math.min(
    ...due.filter((step) => !collapsed(step)).map(({ medianMs = Number.POSITIVE_INFINITY }) => medianMs),
  );
  const lateMs = Math.max(LATE_AT_LEAST_MS, LATE_FACTOR * calmMs);
  const isLate = ({ medianMs = 0 }: CourseStep): boolean => medianMs > lateMs;
  const isDropping = ({ dropped, intended }: CourseStep): boolean => dropped > MOST_DROPPED * intended;
  const bad = due.map((step) => isLate(step) || collapsed(step) || isDropping(step));
  const from = firstOfLastStretch(bad);
  if (from === undefined) return undefined;
  const stretch = due.slice(from);
  const symptoms = [
    ...(stretch.filter(isLate).length >= RUN ? [lateness(stretch, calmMs)] : []),
    ...(stretch.filter(collapsed).length >= RUN ? [collapse(stretch, best)] : []),
    ...(stretch.filter(isDropping).length >= RUN ? ['starts found no room'] : []),
  ];
  const began = due[queueStart(due, from)] as CourseStep;
  return { atMs: began.fromMs, calmMs, symptom: symptoms.join('; ') || 'answers became late or failed' };
}

/** Of what ended and was not short of money, the share that succeeded; absent: too little to say. */
function shareServed(step: CourseStep, [first]: readonly CourseStep[]): number | undefined {
  const { ended, succeeded, watched } = step;
  const short = (watched?.shortOfMoney ?? 0) + (isDraining(step, first) ? (watched?.shortOfWay ?? 0) : 0);
  const served = ended - short;
  return served < FEWEST_PAYMENTS ? undefined : succeeded / served;
}

function firstOfLastStretch(bad: readonly boolean[]): number | undefined {
  let from = 0;
  for (let index = RUN - 1; index < bad.length; index += 1) {
    if (bad.slice(index - RUN + 1, index + 1).every((one) => !one)) from = index + 1;
  }
  const first = bad.indexOf(true, from);
  if (first === -1) return undefined;
  const stretch = bad.slice(first);
  const count = stretch.filter(Boolean).length;
  const endsBad = stretch.at(-1) === true || stretch.at(-2) === true;
  return count >= RUN && count >= MOSTLY * stretch.length && endsBad ? first : undefined;
}

/** Where the queue began to grow that the payments due at `from` stood in. */
function queueStart(due: readonly CourseStep[], from: number): number {
  const waiting = due.map(({ inFlight, intended }) => inFlight / intended);
  const before = waiting.slice(0, from).toSorted((one, other) => one - other);
  const calm = before[Math.floor(before.length / 2)];
  if (calm === undefined) return from;
  const isQueue = (index: number): boolean => {
    const { inFlight, intended } = due[index] as CourseStep;
    return inFlight > QUEUE_FACTOR * calm * intended && inFlight - calm * intended >= FEWEST_PAYMENTS;
  };
  const grows = (index: number): boolean => (waiting[index] ?? 0) > (waiting[index - 1] ?? 0);
  let start = from;
  while (start > 0 && isQueue(start - 1) && grows(start)) start -= 1;
  return start;
}

function lateness(stretch: readonly CourseStep[], calmMs: number): string {
  const worstMs = Math.max(...stretch.map(({ medianMs = 0 }) => medianMs));
  return `the median answer took up to ${inWords(worstMs)}, ${inWords(calmMs)} before`;
}

function collapse(stretch: readonly CourseStep[], best: number): string {
  const succeeded = stretch.reduce((sum, step) => sum + step.succeeded, 0);
  const ended = stretch.reduce((sum, step) => sum + step.ended, 0);
  return `${percent(succeeded / ended)} succeeded, ${percent(best)} before`;
}

function inWords(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
