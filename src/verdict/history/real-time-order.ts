import type { HistoryLook } from '../../model/load/load-result.ts';
import type { NodeName } from '../../model/network/network.ts';
import { paymentKey, type PaymentRecord } from '../../model/run/operation.ts';
import { type NamedEntry, paymentNamed } from '../facts/facts.ts';

/** The moments between which an entry was made if all is well. */
export interface Written {
  readonly notBeforeMs: number;
  /** Infinity where only the beginning is known. */
  readonly notAfterMs: number;
}

/** An entry in the order of its history. */
export interface Placed extends Written {
  /** By its node's own clock. */
  readonly saysMs?: number;
}

/** The payment that an entry is of, and when it was written; `undefined`: none is named, or several have the identifier. */
export function writtenFor(
  node: NodeName,
  entry: NamedEntry,
  payments: ReadonlyMap<string, readonly PaymentRecord[]>,
): (Written & { readonly record: PaymentRecord }) | undefined {
  const payment = paymentNamed(node, entry);
  const [record, another] = (payment && payments.get(paymentKey(payment))) ?? [];
  if (record === undefined || another !== undefined) return undefined;
  // A target may learn of a payment after its initiator was answered.
  const isAnswered = entry.event === 'sent' && record.outcome.kind === 'succeeded';
  return {
    record,
    notBeforeMs: record.startedAtMs,
    notAfterMs: isAnswered ? record.endedAtMs : Number.POSITIVE_INFINITY,
  };
}

/** An entry that stands where it cannot, with one of those that say so. */
interface OutOfOrder<Entry> {
  readonly entry: Entry;
  /** Behind an entry that was made after it; else before one that was made before it. */
  readonly isLate: boolean;
  readonly other: Entry;
  readonly byMs: number;
}

/**
 * The fewest entries that have to be taken out, roughly, until the order of the rest respects real time: what was
 * made when another had not begun stands before it. Entries in the order in which they stand.
 */
export function outOfOrder<Entry extends Placed>(entries: readonly Entry[]): readonly OutOfOrder<Entry>[] {
  let open = contradictionsOf(entries);
  const suspects = new Set(open.flatMap(({ late, early }) => [late, early]));
  const culprits: OutOfOrder<Entry>[] = [];
  while (open.length > 0) {
    const worst = worstOf(suspects, open, entries);
    const { late, early } = open.find((one) => isPartOf(worst, one)) as Contradiction;
    const isLate = late === worst;
    const [entry, other] = [entries[worst] as Entry, entries[isLate ? early : late] as Entry];
    const byMs = isLate ? other.notBeforeMs - entry.notAfterMs : entry.notBeforeMs - other.notAfterMs;
    culprits.push({ entry, isLate, other, byMs });
    open = open.filter((one) => !isPartOf(worst, one));
  }
  return culprits;
}

/** `late` stands behind `early`, which had not begun when `late` had been made. */
interface Contradiction {
  readonly late: number;
  readonly early: number;
}

function isPartOf(index: number, { late, early }: Contradiction): boolean {
  return index === late || index === early;
}

/** The suspect that most speaks against. */
function worstOf(
  suspects: ReadonlySet<number>,
  open: readonly Contradiction[],
  entries: readonly Placed[],
): number {
  const weights = new Map<number, number>([...suspects].map((index) => [index, 0]));
  for (const one of open)
    for (const index of [one.late, one.early])
      weights.set(index, (weights.get(index) ?? 0) + weightFor(index, one, entries));
  let worst = -1;
  let most = 0;
  for (const [index, weight] of weights) if (weight > most) [worst, most] = [index, weight];
  return worst;
}

// A node that answers early does so again and again, and one honest payment in between contradicts them all.
const LATE_ONES_PER_WITNESS = 8;

/** Of two that contradict each other the late one is wrong, unless the times that the entries give say that the other was moved. */
function weightFor(index: number, { late, early }: Contradiction, entries: readonly Placed[]): number {
  if (index === late) return 1;
  const [lateMs = 0, earlyMs = 0] = [entries[late]?.saysMs, entries[early]?.saysMs];
  const isMoved = earlyMs > lateMs;
  return isMoved ? 1 : 1 / LATE_ONES_PER_WITNESS;
}

// Each is compared with all before it, and each finding says the same of another payment.
const MOST_SUSPECTS = 200;

/** All contradictions. An entry behind the latest beginning so far is compared with all before it. */
function contradictionsOf(entries: readonly Placed[]): readonly Contradiction[] {
  const contradictions: Contradiction[] = [];
  let suspects = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  for (let late = 0; late < entries.length && suspects < MOST_SUSPECTS; late += 1) {
    const { notBeforeMs, notAfterMs } = entries[late] as Placed;
    if (latestMs > notAfterMs) {
      suspects += 1;
      for (let early = late - 1; early >= 0; early -= 1)
        if ((entries[early] as Placed).notBeforeMs > notAfterMs) contradictions.push({ late, early });
    }
    latestMs = Math.max(latestMs, notBeforeMs);
  }
  return contradictions;
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
  // Of each look and all later ones, the one that saw the fewest.
  const fewest = [...sorted];
  for (let at = sorted.length - 2; at >= 0; at -= 1) {
    const next = fewest[at + 1] as HistoryLook;
    if (next.atMost < (fewest[at] as HistoryLook).atMost) fewest[at] = next;
  }
  return entries.flatMap((entry) => {
    const look = fewest[firstAfter(sorted, entry.notAfterMs)];
    return look !== undefined && look.atMost <= entry.position ? [{ entry, look }] : [];
  });
}

function firstAfter(sorted: readonly HistoryLook[], atMs: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as HistoryLook).askedAtMs > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
