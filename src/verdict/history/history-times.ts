import type { HistoryLook } from '../../model/load/load-result.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import { type Check, type Clue, notChecked, operationsKept } from '../check.ts';
import { looksAfter, outOfOrder, type Placed, writtenFor } from './real-time-order.ts';
import type { Story } from '../story/story.ts';
import { CLOCK_GRACE_MS } from '../story/travel-time.ts';

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
        if (clue.operation !== null && !cluesByOperation.has(clue.operation))
          cluesByOperation.set(clue.operation, clue);
    }
    return {
      clues: [...cluesByOperation.values()],
      covered: `${operationsKept(run)}, ${looks.length} looks during the load`,
    };
  },
};

interface TimedEntry extends Placed {
  readonly record: PaymentRecord;
  readonly position: number;
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
  const byLooks = looksAfter(entries, looks).map(({ entry, look }) =>
    clueOf(node, entry, {
      asked: describeOperation(entry.record.operation, write),
      isLate: true,
      observed: `asked ${inMs(look.askedAtMs - entry.notAfterMs)} after the answer, the history had at most ${look.atMost} entries; this one came as number ${entry.position + 1}`,
    }),
  );
  const byOrder = outOfOrder(entries).map(({ entry, isLate, other, byMs }) =>
    clueOf(node, entry, {
      asked: describeOperation(entry.record.operation, write),
      isLate,
      observed: isLate
        ? `its entry stands after that of operation ${other.record.operation.id}, which was sent ${inMs(byMs)} after the answer`
        : `its entry stands before that of operation ${other.record.operation.id}, which had ended ${inMs(byMs)} before this one was sent`,
    }),
  );
  return [...byLooks, ...byOrder];
}

function clueOf(
  node: NodeName,
  { record: { operation } }: TimedEntry,
  {
    asked,
    isLate,
    observed,
  }: { readonly asked: string; readonly isLate: boolean; readonly observed: string },
): Clue {
  return {
    operation: operation.id,
    node,
    view: { kind: 'history' },
    title: isLate
      ? `${asked}: answered as succeeded before it stood in ${node}'s history`
      : `${asked}: stands in ${node}'s history before it was sent`,
    predicted: isLate
      ? 'an entry that is there when the payment is answered'
      : 'an entry made after the request',
    observed,
    decidedBy: 'a node writes the entry, then answers; later entries stand behind it',
    noticed: 'end',
  };
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
