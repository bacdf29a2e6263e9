import { firstIndex } from '../../statistics/first-index.ts';
import type { HistoryLook } from '../../model/load/load-result.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import { type Check, type Clue, notChecked, operationsKept } from '../check.ts';
import { type Written, writtenFor } from './failed-entries.ts';
import type { Story } from '../story.ts';
import { CLOCK_GRACE_MS } from '../timeline/travel-time.ts';

/**
 * A payment stands in its initiator's history before it is answered, and nowhere before it is sent: nodes write the
 * entry and then answer. Two things show when an entry came: how far the history went when it was looked at, and the
 * entries before and after it. No clock of a node is trusted: an honest one may have been set.
 */
export const historyTimes: Check = {
  name: 'history-times',
  role: 'operation',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['history'],
  // The place of an entry tells nothing in a history in which something else is wrong.
  believes: 'views',
  judge(run, story) {
    if (story.isPredicted) return notChecked('the prediction says where each entry stands');
    const looks = run.load?.looks ?? [];
    const write = tokenWriter(run);
    const cluesByOperation = new Map<number, Clue>();
    for (const [node, entries] of timedEntries(story)) {
      const looksAtNode = looks.filter((look) => look.node === node);
      for (const clue of judgeNode(node, entries, { looks: looksAtNode, write }))
        if (typeof clue.operation === 'number' && !cluesByOperation.has(clue.operation))
          cluesByOperation.set(clue.operation, clue);
    }
    return {
      clues: [...cluesByOperation.values()],
      covered: `${operationsKept(run)}, ${looks.length} looks during the load`,
    };
  },
};

interface TimedEntry extends Written {
  readonly record: PaymentRecord;
  readonly position: number;
  /** By its node's own clock. */
  readonly saysMs: number;
}

/** The entries of each history whose payment is known, with the moments between which they were made if all is well. */
function* timedEntries({
  run,
  payments,
  atEnd,
}: Story): Iterable<readonly [NodeName, readonly TimedEntry[]]> {
  const looseMs = run.load?.engine === 'k6' ? CLOCK_GRACE_MS : 0;
  for (const [node, shown] of atEnd.history) {
    const entries: TimedEntry[] = [];
    const seen = new Set<PaymentRecord>();
    shown.forEach((entry, position) => {
      const written = writtenFor(node, entry, payments);
      // An entry that stands there twice is a finding of another check, and either may be the true one.
      if (written === undefined || seen.has(written.record)) return;
      seen.add(written.record);
      entries.push({
        record: written.record,
        position,
        notBeforeMs: written.notBeforeMs - looseMs,
        notAfterMs: written.notAfterMs + looseMs,
        saysMs: Date.parse(`${entry.logTime}Z`),
      });
    });
    yield [node, entries];
  }
}

function judgeNode(
  node: NodeName,
  entries: readonly TimedEntry[],
  { looks, write }: { readonly looks: readonly HistoryLook[]; readonly write: AmountWriter },
): readonly Clue[] {
  const clue = ({ record: { operation } }: TimedEntry, observed: string): Clue => ({
    operation: operation.id,
    node,
    view: { kind: 'history' },
    title: `${describeOperation(operation, write)}: answered as succeeded before it stood in ${node}'s history`,
    predicted: 'an entry that is there when the payment is answered',
    observed,
    decidedBy: 'a node writes the entry, then answers; later entries stand behind it',
  });
  return [
    ...looksAfter(entries, looks).map(({ entry, look }) =>
      clue(
        entry,
        `asked ${inMs(look.askedAtMs - entry.notAfterMs)} after the answer, the history had at most ${look.atMost} entries; this one came as number ${entry.position + 1}`,
      ),
    ),
    ...lateEntries(entries).map(({ entry, other, byMs }) =>
      clue(
        entry,
        `its entry stands after that of operation ${other.record.operation.id}, which was sent ${inMs(byMs)} after the answer`,
      ),
    ),
  ];
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/**
 * Entries behind the entry of a payment that was sent after their own was answered. A log time that is later shows
 * that the other entry was moved, which the check of log times names.
 */
export function lateEntries<Entry extends Written & { readonly saysMs: number }>(
  entries: readonly Entry[],
): readonly { readonly entry: Entry; readonly other: Entry; readonly byMs: number }[] {
  let other: Entry | undefined;
  return entries.flatMap((entry) => {
    if (other === undefined || entry.notBeforeMs > other.notBeforeMs) other = entry;
    const byMs = other.notBeforeMs - entry.notAfterMs;
    return byMs > 0 && other.saysMs <= entry.saysMs ? [{ entry, other, byMs }] : [];
  });
}

/**
 * The entries that were not there yet when a history was looked at after their payments had been answered. `position`:
 * from 0, in the whole history.
 */
export function looksAfter<Entry extends Written & { readonly position: number }>(
  entries: readonly Entry[],
  looks: readonly HistoryLook[],
): readonly { readonly entry: Entry; readonly look: HistoryLook }[] {
  if (looks.length === 0) return [];
  const sorted = looks.toSorted((one, other) => one.askedAtMs - other.askedAtMs);
  // The look that saw the fewest, among each look and all later ones.
  const fewest = [...sorted];
  for (let at = sorted.length - 2; at >= 0; at -= 1) {
    const next = fewest[at + 1] as HistoryLook;
    if (next.atMost < (fewest[at] as HistoryLook).atMost) fewest[at] = next;
  }
  return entries.flatMap((entry) => {
    const later = firstIndex(sorted.length, (at) => (sorted[at] as HistoryLook).askedAtMs > entry.notAfterMs);
    const look = fewest[later];
    return look !== undefined && look.atMost <= entry.position ? [{ entry, look }] : [];
  });
}
