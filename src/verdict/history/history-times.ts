import type { HistoryLook } from '../../model/load/load-result.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { PaymentRecord } from '../../model/run/operation.ts';
import { type Check, type Clue, notChecked, operationsKept } from '../check.ts';
import { type Written, writtenFor } from './failed-entries.ts';
import type { NamedEntry } from '../facts/facts.ts';
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
    const clues = [...story.atEnd.history].flatMap(([node, shown]) => {
      const looksAtNode = looks.filter((look) => look.node === node);
      const late = lateEntries(listedEntries(node, shown, story), looksAtNode);
      return late.map((one) => clueOf(node, one, write));
    });
    return { clues, covered: `${operationsKept(run)}, ${looks.length} looks during the load` };
  },
};

interface ListedEntry extends Written {
  /** From 0, in the whole history. */
  readonly position: number;
}

/** The entries of a history whose payment is known, with the moments between which they were made if all is well. */
function listedEntries(
  node: NodeName,
  shown: readonly NamedEntry[],
  { run, payments }: Story,
): readonly ListedEntry[] {
  const looseMs = run.load?.engine === 'k6' ? CLOCK_GRACE_MS : 0;
  const seen = new Set<PaymentRecord>();
  return shown.flatMap((entry, position) => {
    const written = writtenFor(node, entry, payments);
    // An entry that stands there twice is a finding of another check, and either may be the true one.
    if (written === undefined || seen.has(written.record)) return [];
    seen.add(written.record);
    const notBeforeMs = written.notBeforeMs - looseMs;
    return [{ ...written, position, notBeforeMs, notAfterMs: written.notAfterMs + looseMs }];
  });
}

function clueOf(node: NodeName, { entry, shownBy, byMs }: Late<ListedEntry>, write: AmountWriter): Clue {
  const { operation } = entry.record;
  return {
    operation: operation.id,
    node,
    view: { kind: 'history' },
    title: `${describeOperation(operation, write)}: answered as succeeded before it stood in ${node}'s history`,
    predicted: 'an entry that is there when the payment is answered',
    observed:
      'atMost' in shownBy
        ? `asked ${inMs(byMs)} after the answer, the history had at most ${shownBy.atMost} entries; this one came as number ${entry.position + 1}`
        : `its entry stands after that of operation ${shownBy.record.operation.id}, which was sent ${inMs(byMs)} after the answer`,
    decidedBy: 'a node writes the entry, then answers; later entries stand behind it',
  };
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

type Late<Entry> = {
  readonly entry: Entry;
  readonly shownBy: Entry | HistoryLook;
  readonly byMs: number;
};

/**
 * Entries that were made after their payment had been answered: they were missing in a later look, or stand behind the
 * entry of a payment that was sent later. A log time that is later shows that the other entry was moved, which the
 * check of log times names. `entries`: by position.
 */
export function lateEntries<Entry extends Omit<ListedEntry, 'record'>>(
  entries: readonly Entry[],
  looks: readonly HistoryLook[],
): readonly Late<Entry>[] {
  const left = looks.toSorted((one, another) => another.atMost - one.atMost);
  let look: HistoryLook | undefined;
  let other: Entry | undefined;
  return entries.flatMap((entry): readonly Late<Entry>[] => {
    for (let next = left.at(-1); next !== undefined && next.atMost <= entry.position; next = left.at(-1)) {
      if (look === undefined || next.askedAtMs > look.askedAtMs) look = next;
      left.pop();
    }
    if (other === undefined || entry.notBeforeMs > other.notBeforeMs) other = entry;
    const { notAfterMs } = entry;
    if (look !== undefined && look.askedAtMs > notAfterMs)
      return [{ entry, shownBy: look, byMs: look.askedAtMs - notAfterMs }];
    const byMs = other.notBeforeMs - notAfterMs;
    return byMs > 0 && other.saysMs <= entry.saysMs ? [{ entry, shownBy: other, byMs }] : [];
  });
}
