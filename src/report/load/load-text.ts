import type { LoadCourse } from '../../model/load/load-course.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { heldText } from './load-held.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { foundText } from '../words/found-text.ts';
import { clipped, labelled, type TextFrame, wrapped } from '../words/text-lines.ts';

/** What a load adds to the summary on the terminal: rate, latency from the intended start, lag, thresholds, checks. */
export function loadLines(
  { aggregate, driver, thresholds, checks, abortedBy, brokenOff, course, aftermath }: LoadResult,
  frame: TextFrame,
  rows: number,
): readonly string[] {
  const { paint, width } = frame;
  const { counts, response, service, lag } = aggregate;
  const row = (label: string, text: string): string => labelled(label, text, frame);
  if (counts.payments === 0) return [row('Load', 'no payment ended')];
  const seconds = counts.lastEndedAtMs / 1000;
  const cpu = driver === undefined ? '' : ` · driver ${percentText(driver.cpuMs / driver.wallMs)} of a core`;
  const unsent = aggregate.reasons.get('driver-limit') ?? 0;
  const dropped = counts.dropped > 0 ? ` · ${grouped(counts.dropped)} dropped` : '';
  const judged = [...thresholds].sort((one, other) => Number(one.met) - Number(other.met)).slice(0, rows);
  return [
    row('Rate', `${readable(counts.payments / seconds, 1)} payments/s${dropped}${cpu}`),
    row(
      'Response',
      `p50 ${durationText(response.percentileMs(50))} · p95 ${durationText(response.percentileMs(95))} · p99 ${durationText(response.percentileMs(99))} from the intended start`,
    ),
    row(
      'Service',
      `p99 ${durationText(service.percentileMs(99))} from sending · lag p99 ${durationText(lag.percentileMs(99))}`,
    ),
    // The target had no part in it.
    ...(unsent === 0
      ? []
      : [row('Not sent', `${counted(unsent, 'payment')}: no open files or ports left here (ulimit -n)`)]),
    ...(abortedBy === undefined ? [] : [row('Ended', `early, by ${abortedBy}`)]),
    ...(brokenOff === undefined ? [] : [row('Ended', brokenOff)]),
    ...(course === undefined ? [] : courseLines(course, frame)),
    ...(aftermath === undefined ? [] : [row('Locked', heldText(aftermath))]),
    ...judged.map(
      ({ threshold, actual, met }) =>
        `  ${met ? paint.good('✓') : paint.bad('✗')} ${clipped(`${threshold.metric}: ${threshold.condition}   is ${foundText(threshold.condition, actual)}`, width - 4)}`,
    ),
    ...(checks.length === 0 ? [] : [row('Checks', checksText(checks))]),
  ];
}

// What was not made has not failed to hold.
function checksText(checks: LoadResult['checks']): string {
  const made = checks.filter(({ verdict }) => verdict !== 'not-checked');
  if (made.length === 0) return `not made: ${[...new Set(checks.map(({ detail }) => detail))].join('; ')}`;
  const held = made.filter(({ verdict }) => verdict === 'holds').length;
  const others = checks
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ name, verdict }) => `${name} ${verdict}`);
  return `${held} of ${made.length} hold${others.length > 0 ? ` · ${others.join(', ')}` : ''}`;
}

// The sentence that says why success fell is worth a third line, but no more.
const COURSE_LINES = 3;

function courseLines({ sentence }: LoadCourse, { paint, width }: TextFrame): readonly string[] {
  return wrapped(sentence, { width: width - 10, lines: COURSE_LINES }).map(
    (line, index) => `${paint.dim((index === 0 ? 'Course' : '').padEnd(10))}${line}`,
  );
}
