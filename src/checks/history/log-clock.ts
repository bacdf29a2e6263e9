/** A log time as milliseconds of its node's own clock, ISO 8601 in UTC; `undefined`: it is none. */
export function logTimeMs(logTime: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:Z|\+00:00)?$/.exec(logTime);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  return (((daysSince1970({ year, month, day }) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": days_from_civil.
function daysSince1970({
  year,
  month,
  day,
}: {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** What is known of an entry: when its node wrote it by its own clock, and between which moments of ours that was. */
export interface ClockSpan {
  readonly logMs: number;
  readonly notBeforeMs: number;
  /** Infinity where only the beginning is known. */
  readonly notAfterMs: number;
}

// Entries beside an entry that say how the two clocks stand to each other; few enough for a clock not to drift.
const NEIGHBOURS = 50;
// So many of them may be wrong themselves.
const WRONG_SHARE = 0.05;
// What a clock may gain or lose while it is being set right: the limit of NTP's slewing, 500 ppm.
const DRIFT = 0.0005;
// Log times are cut to whole milliseconds.
const RESOLUTION_MS = 1;
// Of three, one may be wrong.
const FEWEST_WITNESSES = 3;
// A sandbox faster than the wall counts other milliseconds.
const RATE_TOLERANCE = 0.02;

/**
 * By how much each entry was written after its span, by the clock that the entries around it agree on; 0: not.
 * Neighbours on both sides have to say so: a clock that was set does not make a liar. Entries in the order in which
 * they stand.
 */
export function writtenLateMs(spans: readonly ClockSpan[]): Float64Array {
  const late = new Float64Array(spans.length);
  if (!runsAsOurs(spans)) return late;
  for (let at = 0; at < spans.length; at += 1) {
    const span = spans[at] as ClockSpan;
    const sides = [
      { from: Math.max(0, at - NEIGHBOURS), to: at },
      { from: at + 1, to: Math.min(spans.length, at + 1 + NEIGHBOURS) },
    ];
    // Nearly always nobody says so, which is quick to see.
    if (sides.some((side) => !isDoubted(span, spans, side))) continue;
    const byMs = Math.min(...sides.map(({ from, to }) => lateBy(span, spans.slice(from, to))));
    if (byMs > 0) late[at] = byMs;
  }
  return late;
}

/**
 * By how much each entry is dated before its span, by the clock that the entries around it agree on; 0: not. Who
 * answers early makes others look early, so that most neighbours have to say so, and again those on both sides.
 */
export function datedEarlyMs(spans: readonly ClockSpan[]): Float64Array {
  const early = new Float64Array(spans.length);
  if (!runsAsOurs(spans)) return early;
  for (let at = 0; at < spans.length; at += 1) {
    const span = spans[at] as ClockSpan;
    const [from, to] = [Math.max(0, at - NEIGHBOURS), at + 1 + NEIGHBOURS];
    if (!isAhead(span, spans, { from, to: Math.min(spans.length, to) })) continue;
    const sides = [spans.slice(from, at), spans.slice(at + 1, to)];
    const byMs = Math.min(...sides.map((side) => earlyBy(span, side)));
    if (byMs > 0) early[at] = byMs;
  }
  return early;
}

// A quick look at whether any neighbour says so at all.
function isAhead(span: ClockSpan, spans: readonly ClockSpan[], { from, to }: Side): boolean {
  const most = span.logMs - span.notBeforeMs + RESOLUTION_MS;
  for (let at = from; at < to; at += 1) {
    const { logMs, notAfterMs } = spans[at] as ClockSpan;
    if (logMs - notAfterMs > most) return true;
  }
  return false;
}

// The clock's lead is at least what an entry has over the end of its span; of so few nobody is called most.
function earlyBy(span: ClockSpan, neighbours: readonly ClockSpan[]): number {
  const leads = neighbours
    .filter(({ notAfterMs }) => notAfterMs < Number.POSITIVE_INFINITY)
    .map((one) => one.logMs - one.notAfterMs - driftMs(span, one));
  if (leads.length < FEWEST_WITNESSES) return 0;
  const least = leads.toSorted((one, other) => one - other)[(leads.length - 1) >> 1] as number;
  return least - (span.logMs - span.notBeforeMs) - RESOLUTION_MS;
}

interface Side {
  readonly from: number;
  readonly to: number;
}

function isDoubted(span: ClockSpan, spans: readonly ClockSpan[], { from, to }: Side): boolean {
  const least = span.logMs - span.notAfterMs - RESOLUTION_MS;
  for (let at = from; at < to; at += 1) {
    const { logMs, notBeforeMs } = spans[at] as ClockSpan;
    if (logMs - notBeforeMs < least) return true;
  }
  return false;
}

// The clock's lead is at most what an entry has over the beginning of its span, and at least that over its end.
function lateBy(span: ClockSpan, neighbours: readonly ClockSpan[]): number {
  const leads = neighbours.map((one) => one.logMs - one.notBeforeMs + driftMs(span, one));
  const most = nth(leads.toSorted((one, other) => one - other));
  return span.logMs - span.notAfterMs - most - RESOLUTION_MS;
}

function nth(leads: readonly number[]): number {
  return leads[Math.floor(leads.length * WRONG_SHARE)] as number;
}

function driftMs(one: ClockSpan, other: ClockSpan): number {
  return Math.abs(one.logMs - other.logMs) * DRIFT;
}

// Any single entry may be wrong: several pairs from both ends are asked.
const PAIRS = 5;

function runsAsOurs(spans: readonly ClockSpan[]): boolean {
  const known = spans.filter(({ notAfterMs }) => notAfterMs < Number.POSITIVE_INFINITY);
  const pairs = Math.min(PAIRS, Math.floor(known.length / 2));
  let agreeing = 0;
  for (let at = 0; at < pairs; at += 1) {
    const [first, last] = [known[at] as ClockSpan, known[known.length - 1 - at] as ClockSpan];
    const theirs = last.logMs - first.logMs;
    const [least, most] = [last.notBeforeMs - first.notAfterMs, last.notAfterMs - first.notBeforeMs];
    if (theirs >= least - Math.abs(least) * RATE_TOLERANCE && theirs <= most * (1 + RATE_TOLERANCE))
      agreeing += 1;
  }
  return 2 * agreeing > pairs;
}
