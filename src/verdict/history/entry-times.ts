import { gather } from '../../model/gather.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/operation.ts';
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

// Nodes may write whole seconds.
const RESOLUTION_MS = 1_000;

// Each says the same of another payment, and is compared with all others.
const MOST_NAMED = 50;

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
 * order of their list, the time of a much earlier payment, or another one than before. A node's clock may be wrong by a
 * constant amount, which most of its entries agree on; entries of the operations in `doubted` are left out.
 */
export function impossibleTimes(
  run: Run,
  story: Story,
  doubted: ReadonlySet<Clue['operation']>,
): readonly Clue[] {
  const { speed = 1 } = run.header;
  const looseMs = CLOCK_ERROR_MS * speed;
  // The resolution of the node's clock, and as much again for a correction of it.
  const leastMs = RESOLUTION_MS * (speed + 1 / (story.timing.ownClock ?? 1));
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
    const moved = besideFirst(shown, ({ event, operation }) => (event === 'failed' ? null : operation));
    const entries = without(shown, moved);
    const outside = outsideBounds(entries, looseMs);
    const inside = without(entries, outside);
    const reversed = againstOrder(inOrder(inside, story));
    // What stood in a history that was not read at the start may be of an earlier run of the same payments.
    const isRepeated = ({ entry, other }: WrongTime): boolean =>
      story.atStart.history.has(node) && entry.notBeforeMs - other.notAfterMs > leastMs;
    const repeated = besideFirst(without(inside, reversed), ({ saysMs }) => saysMs).filter(isRepeated);
    const order = [...reversed, ...repeated].slice(0, MOST_NAMED);
    return [
      ...unreadable.map((entry) => clueOf(node, { entry, other: entry }, { rule: 'readable', write })),
      ...moved.map((wrong) => clueOf(node, wrong, { rule: 'once', write })),
      ...outside.map((wrong) => clueOf(node, wrong, { rule: 'bounds', write })),
      ...order.map((wrong) => clueOf(node, wrong, { rule: 'order', write })),
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
      if (isKnown || logTime === '' || (written === undefined && event !== 'failed')) continue;
      const failed = ({ operation: { node: payer, target }, outcome }: PaymentRecord): boolean =>
        payer === node && target === partner && outcome.kind !== 'succeeded';
      const [record, next] = written ? [written.record] : run.records.filter(isPaymentRecord).filter(failed);
      const operation = next === undefined ? (record?.operation ?? null) : null;
      const { notBeforeMs = 0, notAfterMs: byMs = shownMs } = written ?? {};
      const notAfterMs = Math.min(byMs, Math.max(shownMs, written?.record.endedAtMs ?? 0));
      shown.set(key, { operation, event, partner, logTime, saysMs, notBeforeMs, notAfterMs });
    }
  }
  return [...shown.values()];
}

/** An entry with a wrong time and another entry of the node that shows it. */
interface WrongTime {
  readonly entry: TimedEntry;
  readonly other: TimedEntry;
}

/** The entries that have the key of an earlier one, each with the first of these. */
function besideFirst(entries: readonly TimedEntry[], keyOf: (entry: TimedEntry) => unknown): WrongTime[] {
  const firsts = new Map<unknown, TimedEntry>();
  return entries.flatMap((entry) => {
    const key = keyOf(entry);
    const other = firsts.get(key);
    if (key !== null && other === undefined) firsts.set(key, entry);
    return other === undefined ? [] : [{ entry, other }];
  });
}

function without(entries: readonly TimedEntry[], wrong: readonly WrongTime[]): readonly TimedEntry[] {
  const isWrong = new Set(wrong.map(({ entry }) => entry));
  return entries.filter((entry) => !isWrong.has(entry));
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
  return wrong;
}

function isEarlier(one: TimedEntry | undefined, other: TimedEntry | undefined): boolean {
  return one !== undefined && other !== undefined && one.saysMs < other.saysMs;
}

/**
 * The entries in the order in which they were made. In a sequential replay that is the order of the payments; one
 * without an answer that was shown after the next payment was sent may have been made at any time, and is left out.
 */
function inOrder(entries: readonly TimedEntry[], { isPredicted }: Story): readonly TimedEntry[] {
  const ordered = entries.filter(({ operation }) => operation !== null);
  if (!isPredicted) return ordered;
  const sorted = ordered.toSorted((one, other) => one.notBeforeMs - other.notBeforeMs);
  return sorted.filter(({ notAfterMs }, at) => notAfterMs <= (sorted[at + 1]?.notBeforeMs ?? notAfterMs));
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
    order: `${saysMs === other.saysMs ? 'later than' : saysMs < other.saysMs ? 'not before' : 'not after'} ${beside}`,
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
