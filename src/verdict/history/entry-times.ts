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
 * order of their list, or another one than before. A node's clock may be wrong by a constant amount, which most of its entries agree on;
 * entries of the operations in `doubted` are left out.
 */
export function impossibleTimes(
  run: Run,
  story: Story,
  doubted: ReadonlySet<Clue['operation']>,
): readonly Clue[] {
  const looseMs = CLOCK_ERROR_MS * (run.header.speed ?? 1);
  const write = tokenWriter(run);
  const histories = new Map<NodeName, Reading[]>();
  for (const reading of run.readings)
    if (reading.view.kind === 'history') gather(histories, reading.node, reading);
  return [...histories].flatMap(([node, readings]) => {
    const listed = timedEntries(node, readings, story).filter(
      ({ operation }) => operation === null || !doubted.has(operation.id),
    );
    // One is enough: a node that writes times in another form does so in every entry.
    const unreadable = listed.filter(({ saysMs }) => Number.isNaN(saysMs)).slice(0, 1);
    const shown = listed.filter(({ saysMs }) => !Number.isNaN(saysMs));
    const moved = changedTimes(shown);
    const isMoved = new Set(moved.map(({ entry }) => entry));
    const entries = shown.filter((entry) => !isMoved.has(entry));
    const outside = outsideBounds(entries, looseMs);
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

function outsideBounds(entries: readonly TimedEntry[], looseMs: number): readonly WrongTime[] {
  const least = ({ saysMs, notAfterMs }: TimedEntry): number => saysMs - notAfterMs - looseMs;
  const most = ({ saysMs, notBeforeMs }: TimedEntry): number => saysMs - notBeforeMs + looseMs;
  const aheadMs = mostShared(ascending(entries.map(least)), ascending(entries.map(most)));
  const fits = (entry: TimedEntry): boolean => least(entry) <= aheadMs && aheadMs <= most(entry);
  const fitting = entries.filter(fits);
  const [other] = fitting;
  // Where as many entries contradict each other, nothing tells which are right.
  if (other === undefined || 2 * fitting.length <= entries.length) return [];
  return entries.filter((entry) => !fits(entry)).map((entry) => ({ entry, other }));
}

// A point within the most intervals, by their sorted begins and ends: one of them begins there.
function mostShared(begins: readonly number[], ends: readonly number[]): number {
  let [best, most, ended] = [0, 0, 0];
  begins.forEach((begin, begun) => {
    while ((ends[ended] as number) < begin) ended += 1;
    if (begun + 1 - ended > most) [best, most] = [begin, begun + 1 - ended];
  });
  return best;
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
    decidedBy: "the node's other entries: a wrong clock is off by the same amount in each",
    subject:
      rule === 'order' ? { kind: 'order' } : { kind: 'entry-time', entry: `${operation?.id ?? logTime}` },
  };
}
