import { gather } from '../../model/gather.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { ascending } from '../../statistics/percentile.ts';
import type { Clue } from '../check.ts';
import { entryName, historyEntries } from '../facts/facts.ts';
import type { Story } from '../story.ts';
import { type Written, writtenFor } from './failed-entries.ts';

// On the wall: corrections of a clock during a run, and the delay of a reading on a busy machine. A sandbox on a
// machine with eight times its work was half a second behind its own clock.
const CLOCK_ERROR_MS = 5_000;

/** An entry of a payment with the bounds of its time. */
interface TimedEntry extends Written {
  readonly operation: PaymentRecord['operation'];
  readonly logTime: string;
  /** By the node's clock, in the run's milliseconds. */
  readonly saysMs: number;
}

/**
 * Entries with an impossible time: outside the interval from the request to the reading that shows the entry, or
 * against the order of their list. A node's clock may be wrong by a constant amount, which most of its entries agree on;
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
    const entries = timedEntries(node, readings, story).filter(({ operation }) => !doubted.has(operation.id));
    const outside = outsideBounds(entries, looseMs);
    const isOutside = new Set(outside.map(({ entry }) => entry));
    const ordered = inOrder(
      entries.filter((entry) => !isOutside.has(entry)),
      story,
    );
    return [
      ...outside.map((wrong) => clueOf(node, wrong, { rule: 'bounds', write })),
      ...againstOrder(ordered).map((wrong) => clueOf(node, wrong, { rule: 'order', write })),
    ];
  });
}

/** The entries of a node's history as each reading showed them, an entry that did not change once. */
function timedEntries(
  node: NodeName,
  readings: readonly Reading[],
  { names, payments, timing }: Story,
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
      const written = writtenFor(node, entry, payments);
      const saysMs = Date.parse(`${logTime}Z`) / (timing.ownClock ?? 1);
      // Of an entry that is listed twice either may be the true one; another check reports it.
      const isKnown = earlier.has(key) || shown.has(key) || seen.has(entryName(entry));
      seen.add(entryName(entry));
      if (isKnown || written === undefined || Number.isNaN(saysMs)) continue;
      const { record, notBeforeMs } = written;
      const notAfterMs = Math.min(written.notAfterMs, Math.max(shownMs, record.endedAtMs));
      shown.set(key, { operation: record.operation, logTime, saysMs, notBeforeMs, notAfterMs });
    }
  }
  return [...shown.values()];
}

/** An entry with a wrong time and another entry of the node that shows it. */
interface WrongTime {
  readonly entry: TimedEntry;
  readonly other: TimedEntry;
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

/** Entries without which the times of the others do not decrease. */
function againstOrder(entries: readonly TimedEntry[]): readonly WrongTime[] {
  const rising: TimedEntry[] = [];
  const wrong: WrongTime[] = [];
  for (const entry of entries) {
    const last = rising.at(-1);
    const before = rising.at(-2);
    if (wrong.length === MOST_NAMED) break;
    if (last !== undefined && entry.saysMs < last.saysMs) {
      // The later of the two is wrong, unless it goes with the one before.
      const isLastWrong = before !== undefined && before.saysMs <= entry.saysMs;
      wrong.push(isLastWrong ? { entry: last, other: entry } : { entry, other: last });
      if (!isLastWrong) continue;
      rising.pop();
    }
    rising.push(entry);
  }
  return wrong;
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

function clueOf(
  node: NodeName,
  { entry: { operation, logTime, saysMs }, other }: WrongTime,
  { rule, write }: { readonly rule: 'bounds' | 'order'; readonly write: AmountWriter },
): Clue {
  const beside = `${other.logTime} for operation ${other.operation.id}`;
  const isOrder = rule === 'order';
  return {
    operation: operation.id,
    node,
    view: { kind: 'history' },
    title: `${describeOperation(operation, write)}: ${node}'s history gives it a time ${isOrder ? 'against the order of its entries' : 'at which it cannot have been written'}`,
    predicted: isOrder
      ? `${saysMs < other.saysMs ? 'not before' : 'not after'} ${beside}`
      : `a time by the clock that says ${beside}, after the request and before it was read`,
    observed: logTime,
    decidedBy: "the node's own other entries: a clock that is wrong is wrong by the same amount all the time",
    noticed: 'end',
    subject: isOrder ? { kind: 'order' } : { kind: 'entry-time', entry: `${operation.id}` },
  };
}
