import { gather } from '../../model/gather.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { ascending } from '../../statistics/percentile.ts';
import type { Clue } from '../check.ts';
import { entryName, historyEntries, type NamedEntry } from '../facts/facts.ts';
import type { Story } from '../story.ts';
import { type Written, writtenFor } from './failed-entries.ts';

// On the wall: corrections of a clock during a run, and the delay of a reading on a busy machine. A sandbox on a
// machine with eight times its work was half a second behind its own clock.
const CLOCK_ERROR_MS = 5_000;

/** An entry of a payment with the bounds of its time, in the run's milliseconds. */
interface TimedEntry extends Omit<Written, 'record'> {
  /** Null: one of several payments that failed. */
  readonly operation: PaymentRecord['operation'] | null;
  readonly partner: NodeName;
  readonly event: NamedEntry['event'];
  readonly logTime: string;
}

/**
 * Entries with an impossible time: outside the interval from the request to the reading that shows the entry, against the
 * order of their list, or another one than before. A node's clock may be wrong by a constant amount, which most of its
 * entries agree on; where they do not, it is that of most nodes. Entries of the operations in `doubted` are left out.
 */
export function impossibleTimes(
  run: Run,
  story: Story,
  doubted: ReadonlySet<Clue['operation']>,
): readonly Clue[] {
  // Two entries may be wrong by that much against each other.
  const looseMs = 2 * CLOCK_ERROR_MS * (run.header.speed ?? 1);
  const write = tokenWriter(run);
  const histories = new Map<NodeName, Reading[]>();
  for (const reading of run.readings)
    if (reading.view.kind === 'history') gather(histories, reading.node, reading);
  const listed = [...histories].map(([node, readings]) => {
    const shown = timedEntries(node, readings, story).filter(
      ({ operation }) => operation === null || !doubted.has(operation.id),
    );
    // One is enough: a node that writes times in another form does so in every entry.
    const unreadable = shown.filter(({ saysMs }) => Number.isNaN(saysMs)).slice(0, 1);
    const readable = shown.filter(({ saysMs }) => !Number.isNaN(saysMs));
    const moved = changedTimes(readable);
    const isMoved = new Set(moved.map(({ entry }) => entry));
    return { node, unreadable, moved, entries: readable.filter((entry) => !isMoved.has(entry)) };
  });
  const all = listed.flatMap(({ entries }) => entries);
  return listed.flatMap(({ node, unreadable, moved, entries }) => {
    const outside = outsideBounds(entries, all, looseMs);
    const isOutside = new Set(outside.map(({ entry }) => entry));
    const ordered = inOrder(
      entries.filter((entry) => entry.operation !== null && !isOutside.has(entry)),
      story,
    );
    return [
      ...unreadable.map((entry) => clueOf(node, { entry, other: entry }, { rule: 'readable', write })),
      ...moved.map((wrong) => clueOf(node, wrong, { rule: 'once', write })),
      ...outside.map((wrong) => clueOf(node, wrong, { rule: 'bounds', write })),
      ...againstOrder(ordered).map((wrong) => clueOf(node, wrong, { rule: 'order', write })),
    ];
  });
}

/** The entries of a node's history as each reading showed them, an entry that did not change once. */
function timedEntries(
  node: NodeName,
  readings: readonly Reading[],
  { run, names, payments, timing }: Story,
): readonly TimedEntry[] {
  const shown = new Map<string, TimedEntry>();
  const earlier = new Set<string>();
  for (const { value, moment, atMs: shownMs } of readings) {
    if (value.kind !== 'history') continue;
    const seen = new Set<string>();
    for (const entry of historyEntries(value.events, names)) {
      const { logTime } = entry;
      const key = `${entryName(entry)} ${logTime}`;
      // The clock may have been set since.
      if (moment === 'start') earlier.add(key);
      const { event, partner } = entry;
      const written = event === 'failed' ? undefined : writtenFor(node, entry, payments);
      const saysMs = Date.parse(`${logTime}Z`) / (timing.ownClock ?? 1);
      // If an entry is listed twice, either may be the true one, and another check reports it; failures name no payment.
      const name = event === 'failed' ? key : entryName(entry);
      const isKnown = earlier.has(key) || shown.has(key) || seen.has(name);
      seen.add(name);
      if (isKnown || logTime === '') continue;
      if (written !== undefined) {
        const { record, notBeforeMs } = written;
        const notAfterMs = Math.min(written.notAfterMs, Math.max(shownMs, record.endedAtMs));
        const { operation } = record;
        shown.set(key, { operation, event, partner, logTime, saysMs, notBeforeMs, notAfterMs });
      } else if (event === 'failed') {
        const [only, another] = run.records.filter(
          ({ operation: one, outcome }) =>
            one.kind === 'pay' && one.node === node && one.target === partner && outcome.kind !== 'succeeded',
        );
        const operation = another === undefined && only?.operation.kind === 'pay' ? only.operation : null;
        shown.set(key, { operation, event, partner, logTime, saysMs, notBeforeMs: 0, notAfterMs: shownMs });
      }
    }
  }
  return [...shown.values()];
}

/** An entry with a wrong time and another entry of the node that shows it. */
interface WrongTime {
  readonly entry: TimedEntry;
  readonly other: TimedEntry;
}

/** The entries of one payment after the first of them: an entry keeps its time. */
function changedTimes(entries: readonly TimedEntry[]): readonly WrongTime[] {
  const firsts = new Map<number, TimedEntry>();
  return entries.flatMap((entry) => {
    if (entry.event === 'failed' || entry.operation === null) return [];
    const other = firsts.get(entry.operation.id);
    if (other === undefined) firsts.set(entry.operation.id, entry);
    return other === undefined ? [] : [{ entry, other }];
  });
}

type Entries = readonly TimedEntry[];

/** The entries that are wrong by the clock of their node, or where it cannot be known by that of most nodes. */
function outsideBounds(entries: Entries, all: Entries, looseMs: number): readonly WrongTime[] {
  const aheadMs = clockOf(entries, looseMs) ?? clockOf(all, looseMs) ?? Number.NaN;
  const fits = ({ saysMs, notBeforeMs, notAfterMs }: TimedEntry): boolean =>
    saysMs - notAfterMs <= aheadMs && aheadMs <= saysMs - notBeforeMs + looseMs;
  const fitting = entries.filter(fits);
  const [other] = fitting;
  // The clock of most nodes need not be that of this one.
  if (other === undefined || 2 * fitting.length < entries.length) return [];
  return entries.filter((entry) => !fits(entry)).map((entry) => ({ entry, other }));
}

/**
 * How far ahead of the run a clock is by which more than half of the entries are right: the middle of what all of
 * these allow. `undefined`: there is none, and nothing tells which entries are right.
 */
function clockOf(entries: Entries, looseMs: number): number | undefined {
  const begins = ascending(entries.map(({ saysMs, notAfterMs }) => saysMs - notAfterMs));
  const ends = ascending(entries.map(({ saysMs, notBeforeMs }) => saysMs - notBeforeMs + looseMs));
  let [middle, most, ended] = [0, 0, 0];
  begins.forEach((begin, begun) => {
    while ((ends[ended] as number) < begin) ended += 1;
    if (begun + 1 - ended > most) [middle, most] = [(begin + (ends[ended] as number)) / 2, begun + 1 - ended];
  });
  return most > 0 && 2 * most <= entries.length ? undefined : middle;
}

// Each says the same of another payment, and is compared with all others.
const MOST_NAMED = 50;

/** The entries against the order: of two neighbours the one without which those around it are in order. */
function againstOrder(entries: readonly TimedEntry[]): readonly WrongTime[] {
  const right: TimedEntry[] = [];
  const wrong: WrongTime[] = [];
  for (const [at, entry] of entries.entries()) {
    const before = right.at(-1);
    if (before === undefined || entry.saysMs >= before.saysMs) {
      right.push(entry);
    } else if (isEarlier(entries[at + 1], before) && !isEarlier(entry, right.at(-2))) {
      right.splice(-1, 1, entry);
      wrong.push({ entry: before, other: entry });
    } else {
      wrong.push({ entry, other: before });
    }
  }
  return wrong.slice(0, MOST_NAMED);
}

function isEarlier(one: TimedEntry | undefined, other: TimedEntry | undefined): boolean {
  return one !== undefined && other !== undefined && one.saysMs < other.saysMs;
}

/**
 * The entries in the order in which they were made. In a sequential replay that is the order of the payments; one
 * without an answer that was shown after the next payment was sent may have been made at any time, and is left out.
 */
function inOrder(entries: readonly TimedEntry[], { isPredicted }: Story): readonly TimedEntry[] {
  if (!isPredicted) return entries;
  const sorted = entries.toSorted((one, other) => one.notBeforeMs - other.notBeforeMs);
  return sorted.filter(({ notAfterMs }, at) => {
    const next = sorted[at + 1];
    return next === undefined || notAfterMs <= next.notBeforeMs;
  });
}

const RULES = {
  readable: 'an unreadable time',
  bounds: 'an impossible time, before the request or after the entry was read',
  order: 'a time that contradicts the order of the entries',
  once: 'another time than before',
};

function clueOf(
  node: NodeName,
  { entry: { operation, partner, logTime, saysMs }, other }: WrongTime,
  { rule, write }: { readonly rule: keyof typeof RULES; readonly write: AmountWriter },
): Clue {
  const beside = `${other.logTime} for ${other.operation === null ? 'another' : `operation ${other.operation.id}`}`;
  const asked =
    operation === null ? `a payment to ${partner} that failed` : describeOperation(operation, write);
  const predicted = {
    readable: 'a time in UTC without a zone, such as 2026-01-31T12:00:00.000000',
    bounds: `a time between the request and the reading, by the clock that wrote ${beside}`,
    order: `${saysMs < other.saysMs ? 'not before' : 'not after'} ${beside}`,
    once: other.logTime,
  };
  return {
    operation: operation?.id ?? null,
    node,
    view: { kind: 'history' },
    title: `${asked}: ${node}'s history gives it ${RULES[rule]}`,
    predicted: predicted[rule],
    observed: logTime,
    decidedBy: 'most entries of the node, or of all nodes: a wrong clock is off by the same amount in each',
    subject:
      rule === 'order' ? { kind: 'order' } : { kind: 'entry-time', entry: `${operation?.id ?? logTime}` },
  };
}
