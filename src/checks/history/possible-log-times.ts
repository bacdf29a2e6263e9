import { describeOperation } from '../../model/run/describe-operation.ts';
import type { NodeName } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { gather } from '../../model/gather.ts';
import type { Clue } from '../check.ts';
import { historyEntries, type NamedEntry } from '../facts/history-facts.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { isPredicted } from '../readings/predicted-discrepancies.ts';
import { outOfTime, type OutOfTime, type TimedByNode } from './own-clock.ts';

/**
 * Entries whose time the other entries of the same history contradict: from after the entry was read, from before
 * its payment was sent, or against the order. By how much a node's clock is wrong is taken from the node itself; entries of the
 * operations in `doubted` are left out.
 */
export function impossibleLogTimes(
  run: Run,
  doubted: ReadonlySet<Clue['operation']> = new Set(),
): readonly Clue[] {
  const looseMs = CLOCK_ERROR_MS * (run.header.speed ?? 1);
  const { ownClock = 1 } = timingOf(run.header);
  return [...loggedPayments(run, ownClock)].flatMap(([node, entries]) =>
    outOfTime(
      entries.filter(({ record }) => !doubted.has(record.operation.id)),
      looseMs,
    ).map((found) => clueOf(node, found)),
  );
}

// On the wall: what a clock is corrected by while a run lasts, and what a busy machine takes to be read. A sandbox on a
// machine with eight times the work that it can do was half a second behind its own clock.
const CLOCK_ERROR_MS = 5_000;

interface LoggedPayment extends TimedByNode {
  readonly record: OperationRecord;
  readonly logTime: string;
}

/** Of each node, the entries whose payment is known, as they were first shown, in the order in which they were made. */
function* loggedPayments(
  run: Run,
  ownClock: number,
): Iterable<readonly [NodeName, readonly LoggedPayment[]]> {
  const payments = new Map<string, PaymentRecord[]>();
  for (const record of run.records.filter(isPaymentRecord))
    gather(payments, paymentKey(record.operation), record);
  const names = namesOf(run.start);
  const inTurn = isPredicted(run);
  for (const [node, readings] of histories(run)) {
    const entries = new Map<string, LoggedPayment>();
    const earlier = new Set(
      readings
        .filter(isAtStart)
        .flatMap((reading) => entriesOf(reading, names))
        .map(entryKey),
    );
    for (const reading of readings) {
      if (isAtStart(reading)) continue;
      const { atMs } = reading;
      for (const entry of entriesOf(reading, names)) {
        // An earlier run may have paid under the same identifier.
        if (earlier.has(entryKey(entry))) continue;
        const { event, token, partner, identifier, logTime } = entry;
        const isSent = event === 'sent';
        const [payer, target] = isSent ? [node, partner] : [partner, node];
        const key = paymentKey({ node: payer, target, token, identifier: identifier ?? '' });
        const [record, another] = payments.get(key) ?? [];
        // What stands there twice is told by another check, and either may be the one.
        if (event === 'failed' || record === undefined || another !== undefined || entries.has(key)) continue;
        const saysMs = Date.parse(`${logTime}Z`) / ownClock;
        if (Number.isNaN(saysMs)) continue;
        // A target may learn of a payment after its initiator was answered.
        const isAnswered = isSent && record.outcome.kind === 'succeeded';
        const notAfterMs = isAnswered ? record.endedAtMs : Math.max(atMs, record.endedAtMs);
        entries.set(key, { record, logTime, saysMs, notBeforeMs: record.startedAtMs, notAfterMs });
      }
    }
    const own = [...entries.values()];
    yield [
      node,
      // One after the other there is no doubt which came first, wherever it stands.
      inTurn ? own.toSorted((one, other) => one.notBeforeMs - other.notBeforeMs) : own,
    ];
  }
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

function entryKey({ event, token, partner, identifier, logTime }: NamedEntry): string {
  return JSON.stringify([event, token, partner, identifier, logTime]);
}

function clueOf(node: NodeName, { entry, other, rule }: OutOfTime<LoggedPayment>): Clue {
  const { operation } = entry.record;
  const beside = `${other.logTime} for operation ${other.record.operation.id}`;
  const isEarlier = entry.saysMs < other.saysMs;
  return {
    operation: operation.id,
    node,
    view: { kind: 'history' },
    title:
      rule === 'order'
        ? `${describeOperation(operation)}: ${node}'s history gives it a time against the order of its entries`
        : `${describeOperation(operation)}: ${node}'s history gives it a time at which it cannot have been written`,
    predicted:
      rule === 'order'
        ? `${isEarlier ? 'not before' : 'not after'} ${beside}`
        : `a time by the clock that says ${beside}, after the request and before it was read`,
    observed: entry.logTime,
    decidedBy: "the node's own other entries: a clock that is wrong is wrong by the same amount all the time",
    noticed: 'end',
    subject: rule === 'order' ? { kind: 'order' } : { kind: 'entry-time', entry: `${operation.id}` },
  };
}
