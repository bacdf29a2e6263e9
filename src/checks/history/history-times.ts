import type { NodeName } from '../../model/network/network.ts';
import type { Finding } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { curlOf } from '../blame/curl.ts';
import { what } from '../outcomes/decided-by.ts';
import { snapshotAt } from '../readings/end-readings.ts';
import { looksAfter } from './history-looks.ts';
import { historyEntries } from '../readings/history-facts.ts';
import { type ClockSpan, datedEarlyMs, logTimeMs, writtenLateMs } from './log-clock.ts';
import { namesOf } from '../blame/names.ts';
import { outOfOrder } from '../order/real-time-order.ts';

const CHECK = 'history-times';

// k6 says when by a clock of whole milliseconds that is laid over ours.
const K6_CLOCK_MS = 2;

/**
 * A payment stands in its initiator's history before it is answered, and nowhere before it is sent: nodes write the
 * entry and then answer. Three things show when an entry came: how far the history went when it was looked at, the
 * entries before and after it, and its log time by the clock that those agree on.
 */
export function judgeHistoryTimes(run: Run): readonly Finding[] {
  const payments = paymentsByKey(run);
  const looseMs = run.load?.engine === 'k6' ? K6_CLOCK_MS : 0;
  const names = namesOf(run.start);
  const found = new Map<number, Finding>();
  for (const [node, events] of snapshotAt('end', run).history) {
    const entries: TimedEntry[] = [];
    const seen = new Set<string>();
    historyEntries(events, names).forEach(({ event, token, partner, identifier, logTime }, position) => {
      const isSent = event === 'sent';
      const parties = isSent ? `${node} ${partner}` : `${partner} ${node}`;
      const key = `${parties} ${token} ${identifier ?? ''}`;
      const record = payments.get(key);
      // What stands there twice is told by another check, and either may be the one.
      if (record === undefined || seen.has(key)) return;
      seen.add(key);
      entries.push(timedEntry({ record, position, isSent, logMs: logTimeMs(logTime), looseMs }));
    });
    for (const finding of judgeNode({ node, entries, run }))
      if (!found.has(finding.operation ?? -1)) found.set(finding.operation ?? -1, finding);
  }
  return [...found.values()];
}

/** An entry with the moments between which it was written if all is well. */
interface TimedEntry {
  readonly record: OperationRecord;
  /** From 0, in the whole history. */
  readonly position: number;
  readonly notBeforeMs: number;
  /** Infinity for what a target received: it may learn of it after the initiator was answered. */
  readonly notAfterMs: number;
  readonly logMs: number | undefined;
}

function timedEntry({
  record,
  position,
  isSent,
  logMs,
  looseMs,
}: {
  readonly record: OperationRecord;
  readonly position: number;
  readonly isSent: boolean;
  readonly logMs: number | undefined;
  readonly looseMs: number;
}): TimedEntry {
  const isAnswered = isSent && record.outcome.kind === 'succeeded';
  return {
    record,
    position,
    notBeforeMs: record.startedAtMs - looseMs,
    notAfterMs: isAnswered ? record.endedAtMs + looseMs : Number.POSITIVE_INFINITY,
    logMs,
  };
}

/** Payments by both parties and identifier; those that share them with another are left out. */
function paymentsByKey({ records }: Pick<Run, 'records'>): ReadonlyMap<string, OperationRecord> {
  const payments = new Map<string, OperationRecord>();
  const twice = new Set<string>();
  for (const record of records) {
    const { operation } = record;
    if (operation.kind !== 'pay') continue;
    const key = `${operation.node} ${operation.target} ${operation.token} ${operation.identifier}`;
    if (payments.has(key)) twice.add(key);
    payments.set(key, record);
  }
  for (const key of twice) payments.delete(key);
  return payments;
}

function judgeNode({
  node,
  entries,
  run,
}: {
  readonly node: NodeName;
  readonly entries: readonly TimedEntry[];
  readonly run: Run;
}): readonly Finding[] {
  const tell = (entry: TimedEntry, fault: Fault): Finding => findingOf({ run, node, entry, fault });
  const byLooks = looksAfter(
    entries,
    (run.load?.looks ?? []).filter((look) => look.node === node),
  ).map(({ entry, look }) =>
    tell(entry, {
      isLate: true,
      observed: `asked ${inMs(look.askedAtMs - entry.notAfterMs)} after the answer, the history had at most ${look.atMost} entries; this one came as number ${entry.position + 1}`,
    }),
  );
  const byOrder = outOfOrder(entries).map(({ entry, isLate, other, byMs }) =>
    tell(entry, {
      isLate,
      observed: isLate
        ? `its entry stands after that of operation ${other.record.operation.id}, which was sent ${inMs(byMs)} after the answer`
        : `its entry stands before that of operation ${other.record.operation.id}, which had ended ${inMs(byMs)} before this one was sent`,
    }),
  );
  const timed = entries.flatMap((entry) => {
    const { logMs } = entry;
    return logMs === undefined ? [] : [{ entry, span: { ...entry, logMs } }];
  });
  return [...byLooks, ...byOrder, ...judgeByClock(timed, tell)];
}

function judgeByClock(
  timed: readonly { readonly entry: TimedEntry; readonly span: ClockSpan }[],
  tell: (entry: TimedEntry, fault: Fault) => Finding,
): readonly Finding[] {
  const spans = timed.map(({ span }) => span);
  const [late, early] = [writtenLateMs(spans), datedEarlyMs(spans)];
  return timed.flatMap(({ entry }, at) => {
    const [lateMs, earlyMs] = [late[at] as number, early[at] as number];
    if (lateMs === 0 && earlyMs === 0) return [];
    const isLate = lateMs > 0;
    const when = isLate ? `${inMs(lateMs)} after the answer` : `${inMs(earlyMs)} before the request`;
    return tell(entry, {
      isLate,
      observed: `its log time is ${when}, by the clock of the entries around it`,
    });
  });
}

interface Fault {
  readonly isLate: boolean;
  readonly observed: string;
}

function findingOf({
  run,
  node,
  entry: { record },
  fault: { isLate, observed },
}: {
  readonly run: Run;
  readonly node: NodeName;
  readonly entry: TimedEntry;
  readonly fault: Fault;
}): Finding {
  const curl = curlOf({ run, node, view: { kind: 'history' } });
  return {
    check: CHECK,
    severity: 'difference',
    operation: record.operation.id,
    node,
    title: isLate
      ? `${what(record.operation)}: answered as succeeded before it stood in ${node}'s history`
      : `${what(record.operation)}: stands in ${node}'s history before it was sent`,
    predicted: isLate
      ? 'an entry that is there when the payment is answered'
      : 'an entry made after the request',
    observed,
    decidedBy: 'a node writes the entry, then answers; later entries stand behind it',
    ...(curl === undefined ? {} : { curl }),
  };
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
