import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { gather } from '../../model/gather.ts';
import type { Clue } from '../check.ts';
import { entryName, historyEntries, type NamedEntry } from '../facts/facts.ts';
import type { Names } from '../facts/names.ts';
import { FailedPayments } from './failed-entries.ts';
import { type OutOfTime, outOfTime, type TimedByNode } from './own-clock.ts';
import { writtenFor } from './real-time-order.ts';
import type { Story } from '../story/story.ts';
import { paymentWithIdentifier } from '../causes/suspect.ts';

/**
 * Entries whose time the other entries of the same history contradict: from after the entry was read, from before
 * its payment was sent, or against the order. By how much a node's clock is wrong is taken from the node itself; entries of the
 * operations in `doubted` are left out.
 */
export function impossibleLogTimes(
  run: Run,
  story: Story,
  doubted: ReadonlySet<Clue['operation']>,
): readonly Clue[] {
  const write = tokenWriter(run);
  const looseMs = CLOCK_ERROR_MS * (run.header.speed ?? 1);
  return [...loggedEntries(run, story)].flatMap(([node, entries]) => {
    const judged = entries.filter(({ operation }) => operation === null || !doubted.has(operation.id));
    return oncePerNode(outOfTime(judged, looseMs).map((found) => clueOf(node, found, write)));
  });
}

// Entries that name no payment cannot be told apart.
function oncePerNode(clues: readonly Clue[]): readonly Clue[] {
  const [first, ...more] = clues.filter(({ operation }) => operation === null);
  if (first === undefined || more.length === 0) return clues;
  const all = { ...first, observed: `${first.observed}, and ${more.length} more such entries` };
  return [all, ...clues.filter(({ operation }) => operation !== null)];
}

// On the wall: what a clock is corrected by while a run lasts, and what a busy machine takes to be read. A sandbox on a
// machine with eight times the work that it can do was half a second behind its own clock.
const CLOCK_ERROR_MS = 5_000;

interface LoggedEntry extends TimedByNode {
  /** The payment it is of; null: of one of several that failed. */
  readonly operation: PaymentRecord['operation'] | null;
  readonly entry: NamedEntry;
  /** The payment has no answer, so that it may have been made as late as it was shown. */
  readonly isUnanswered?: boolean;
}

/** Of each node, the entries whose payment is known, as they were first shown, in the order in which they were made. */
function* loggedEntries(
  run: Run,
  { payments, names, isPredicted, timing: { ownClock = 1 } }: Story,
): Iterable<readonly [NodeName, readonly LoggedEntry[]]> {
  const failures = new FailedPayments(run);
  for (const [node, readings] of histories(run)) {
    const own = firstShown(readings, names).flatMap((shown): readonly LoggedEntry[] => {
      const { entry } = shown;
      const saysMs = Date.parse(`${entry.logTime}Z`) / ownClock;
      const times =
        entry.event === 'failed' ? failedTimes(node, shown, run, failures) : timesOf(node, shown, payments);
      return times === undefined || Number.isNaN(saysMs) ? [] : [{ ...times, entry, saysMs }];
    });
    yield [node, isPredicted ? inOrder(own) : own];
  }
}

// One after the other there is no doubt which came first, wherever it stands and whenever it was shown, where every entry
// has its payment; but one without an answer that was shown after the next one was sent may have been made at any time
// between. Else their own times say so, and only how far apart these are is left to judge.
function inOrder(entries: readonly LoggedEntry[]): readonly LoggedEntry[] {
  const isLate = ({ isUnanswered, notBeforeMs, notAfterMs }: LoggedEntry): boolean =>
    isUnanswered === true &&
    entries.some((other) => other.notBeforeMs > notBeforeMs && other.notBeforeMs < notAfterMs);
  if (entries.some(({ operation }) => operation === null))
    return entries.toSorted((one, other) => one.saysMs - other.saysMs);
  return entries
    .map((one) => (isLate(one) ? { ...one, hasNoPlace: true } : one))
    .toSorted((one, other) => one.notBeforeMs - other.notBeforeMs);
}

/** An entry of the run when it was first shown. */
interface ShownEntry {
  readonly entry: NamedEntry;
  readonly shownMs: number;
  /** Counts from 0 among those that say the same, of `count`. */
  readonly place: number;
  readonly count: number;
}

/** The entries of a history that were not there before the run, in the order in which they came to be shown. */
function firstShown(readings: readonly Reading[], names: Names): readonly ShownEntry[] {
  // An earlier run may have paid under the same identifier.
  const earlier = new Set(
    readings
      .filter(isAtStart)
      .flatMap((reading) => entriesOf(reading, names))
      .map(entryKey),
  );
  const shown = new Map<string, Omit<ShownEntry, 'count'>>();
  const counts = new Map<string, number>();
  for (const reading of readings) {
    if (isAtStart(reading)) continue;
    const seen = new Map<string, number>();
    for (const entry of entriesOf(reading, names)) {
      if (earlier.has(entryKey(entry))) continue;
      const name = aboutOf(entry);
      const place = seen.get(name) ?? 0;
      seen.set(name, place + 1);
      counts.set(name, Math.max(counts.get(name) ?? 0, place + 1));
      const key = `${name} ${place}`;
      if (!shown.has(key)) shown.set(key, { entry, place, shownMs: reading.atMs });
    }
  }
  return [...shown.values()].map((one) => ({ ...one, count: counts.get(aboutOf(one.entry)) ?? 1 }));
}

function aboutOf(entry: NamedEntry): string {
  return `${entryName(entry)}${entry.event === 'failed' ? entry.value : ''}`;
}

type Times = Omit<LoggedEntry, 'entry' | 'saysMs'>;

function timesOf(
  node: NodeName,
  { entry, shownMs, place }: ShownEntry,
  payments: Story['payments'],
): Times | undefined {
  const written = writtenFor(node, entry, payments);
  // An entry that stands there twice is a finding of another check, and either may be the true one.
  if (written === undefined || place > 0) return undefined;
  const { record, notBeforeMs, notAfterMs } = written;
  return {
    operation: record.operation,
    notBeforeMs,
    notAfterMs: Math.min(notAfterMs, Math.max(shownMs, record.endedAtMs)),
    isUnanswered: record.outcome.kind === 'indeterminate',
  };
}

// Of a sample it is not known what else failed.
function failedTimes(
  node: NodeName,
  { entry, ...shown }: ShownEntry,
  { load }: Pick<Run, 'load'>,
  failures: FailedPayments,
): Times | undefined {
  return load?.kept.kind === 'sample' ? undefined : failures.timesOf({ ...entry, node }, shown);
}

function histories({ readings }: Pick<Run, 'readings'>): ReadonlyMap<NodeName, readonly Reading[]> {
  const byNode = new Map<NodeName, Reading[]>();
  for (const reading of readings) if (reading.view.kind === 'history') gather(byNode, reading.node, reading);
  return byNode;
}

// Entries from before the first operation tell of a time in which the clock may have been set.
function isAtStart({ moment }: Reading): boolean {
  return moment === 'start';
}

function entriesOf({ value }: Reading, names: Names): readonly NamedEntry[] {
  return value.kind === 'history' ? historyEntries(value.events, names) : [];
}

function entryKey(entry: NamedEntry): string {
  return `${entryName(entry)} ${entry.logTime}`;
}

function clueOf(
  node: NodeName,
  { entry: found, other, rule }: OutOfTime<LoggedEntry>,
  write: AmountWriter,
): Clue {
  const { operation, entry } = found;
  const beside = `${other.entry.logTime} for ${otherName(other)}`;
  const isEarlier = found.saysMs < other.saysMs;
  const what =
    operation === null ? `a payment to ${entry.partner} that failed` : describeOperation(operation, write);
  return {
    operation: operation?.id ?? null,
    node,
    view: { kind: 'history' },
    title:
      rule === 'order'
        ? `${what}: ${node}'s history gives it a time against the order of its entries`
        : `${what}: ${node}'s history gives it a time at which it cannot have been written`,
    predicted:
      rule === 'order'
        ? `${isEarlier ? 'not before' : 'not after'} ${beside}`
        : `a time by the clock that says ${beside}, after the request and before it was read`,
    observed: entry.logTime,
    decidedBy: "the node's own other entries: a clock that is wrong is wrong by the same amount all the time",
    noticed: 'end',
    subject:
      rule === 'order'
        ? { kind: 'order' }
        : { kind: 'entry-time', entry: `${operation?.id ?? entry.logTime}` },
  };
}

function otherName({ operation, entry }: LoggedEntry): string {
  return operation === null ? `a payment to ${entry.partner} that failed` : `operation ${operation.id}`;
}

/**
 * Entries whose time changed from one reading to the next: a history is written once. Its clock is the node's own, so
 * no more is asked. A load reads a history only twice, and may hold millions of entries: there nothing is compared.
 */
export function changedLogTimes({ run, names }: Story): readonly Clue[] {
  if (run.load !== undefined) return [];
  const known = new Map<string, string>();
  const clues: Clue[] = [];
  for (const reading of run.readings) {
    const { node, moment, view } = reading;
    const seen = new Map<string, number>();
    for (const entry of entriesOf(reading, names)) {
      const about = aboutOf(entry);
      const times = (seen.get(about) ?? 0) + 1;
      seen.set(about, times);
      const name = `${node} ${about} ${times}`;
      const before = known.get(name) ?? entry.logTime;
      known.set(name, entry.logTime);
      if (before === entry.logTime) continue;
      const operation =
        entry.identifier === undefined
          ? undefined
          : paymentWithIdentifier(entry.identifier, run, { node, moment: 'end' });
      clues.push({
        operation: operation ?? null,
        node,
        view,
        title: `${node}'s history changed the time of an entry that already stood there`,
        predicted: before,
        observed: entry.logTime,
        decidedBy: 'a history is written once',
        noticed: moment,
        subject: { kind: 'entry-time', entry: `${about} ${times}` },
      });
    }
  }
  return clues;
}
