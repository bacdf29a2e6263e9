import type { HeldLook, LoadAftermath, LoadResult } from '../../model/load/load-result.ts';
import { type Block, facts, list, type Parts } from '../blocks/block.ts';
import { foundText } from '../words/metric-text.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';

// The sentence that says why success fell is worth a third line, but no more.
const COURSE_LINES = 3;

/** The lines that only loads have: rate, latency from the intended start, lag, thresholds, checks. */
export function loadBlocks(load: LoadResult): Parts {
  const { aggregate, thresholds, checks, course, aftermath } = load;
  if (aggregate.counts.payments === 0) return facts([['Load', 'no payment ended']]);
  const judged = [...thresholds].sort((one, other) => Number(one.met) - Number(other.met));
  const items = judged.map(({ threshold: { metric, condition }, actual, met }) => ({
    mark: met ? ('good' as const) : ('bad' as const),
    text: `${metric}: ${condition}   is ${foundText(condition, actual)}`,
  }));
  return [
    figureFacts(load),
    course === undefined
      ? null
      : { kind: 'facts', facts: [['Course', course.sentence]], lines: COURSE_LINES },
    aftermath === undefined ? null : facts([['Locked', heldText(aftermath)]]),
    list(items),
    checks.length === 0 ? null : facts([['Checks', checksText(checks)]]),
  ];
}

function figureFacts({ aggregate, driver, abortedBy, brokenOff }: LoadResult): Block {
  const { counts, response, service, lag, reasons } = aggregate;
  const seconds = counts.lastEndedAtMs / 1000;
  const cpu = driver === undefined ? '' : ` · driver ${percentText(driver.cpuMs / driver.wallMs)} of a core`;
  const unsent = reasons.get('driver-limit') ?? 0;
  const dropped = counts.dropped > 0 ? ` · ${grouped(counts.dropped)} dropped` : '';
  return facts([
    ['Rate', `${readable(counts.payments / seconds, 1)} payments/s${dropped}${cpu}`],
    [
      'Response',
      `p50 ${durationText(response.percentileMs(50))} · p95 ${durationText(response.percentileMs(95))} · p99 ${durationText(response.percentileMs(99))} from the intended start`,
    ],
    [
      'Service',
      `p99 ${durationText(service.percentileMs(99))} from sending · lag p99 ${durationText(lag.percentileMs(99))}`,
    ],
    // The target had no part in it.
    unsent === 0
      ? undefined
      : ['Not sent', `${counted(unsent, 'payment')}: no open files or ports left here (ulimit -n)`],
    abortedBy === undefined ? undefined : ['Ended', `early, by ${abortedBy}`],
    brokenOff === undefined ? undefined : ['Ended', brokenOff],
  ]);
}

// A check that was not made has not failed to hold.
function checksText(checks: LoadResult['checks']): string {
  const made = checks.filter(({ verdict }) => verdict !== 'not-checked');
  if (made.length === 0) return `not made: ${[...new Set(checks.map(({ detail }) => detail))].join('; ')}`;
  const held = made.filter(({ verdict }) => verdict === 'holds').length;
  const others = checks
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ name, verdict }) => `${name} ${verdict}`);
  return `${held} of ${made.length} hold${others.length > 0 ? ` · ${others.join(', ')}` : ''}`;
}

/** The payments that still held locks after a load, and whether they grew or shrank, in a few words. */
export function heldText({ looks }: LoadAftermath): string {
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return 'nobody looked';
  if (looks.every(({ payments }) => payments === 0)) return 'nothing, once the last payment had ended';
  const later = last === first ? [] : [`${grouped(last.payments)} after ${durationText(last.atMs)}`];
  return [`by ${counted(first.payments, 'payment')} at the end`, ...later, trend(first, last)].join(', ');
}

function trend(first: HeldLook, last: HeldLook): string {
  if (last.payments === 0) return 'all released';
  if (last === first) return 'not looked at again';
  if (last.payments > first.payments) return 'still growing';
  return last.payments < first.payments ? 'partly released' : 'not released yet';
}
