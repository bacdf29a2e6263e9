import { gather } from '../../model/gather.ts';

/** An entry at its place in a history, with the moments between which it was made if all is well. */
export interface Placed {
  /** From 0, in the whole history. */
  readonly position: number;
  readonly notBeforeMs: number;
  /** Infinity where only the beginning is known. */
  readonly notAfterMs: number;
  /** By its node's own clock, in a notation whose order is that of time. */
  readonly logTime?: string | undefined;
}

/** An entry that stands where it cannot, with one of those that say so. */
export interface OutOfOrder<Entry> {
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
  const contradictions = contradictionsOf(entries);
  const culprits: OutOfOrder<Entry>[] = [];
  for (;;) {
    const worst = worstOf(contradictions, entries);
    if (worst === undefined) return culprits;
    const [index, { late, early }] = worst;
    const isLate = late === index;
    const [entry, other] = [entries[index] as Entry, entries[isLate ? early : late] as Entry];
    const byMs = isLate ? other.notBeforeMs - entry.notAfterMs : entry.notBeforeMs - other.notAfterMs;
    culprits.push({ entry, isLate, other, byMs });
    contradictions.delete(index);
    for (const [key, own] of contradictions)
      contradictions.set(
        key,
        own.filter((one) => one.late !== index && one.early !== index),
      );
  }
}

/** `late` stands behind `early`, which had not begun when `late` had been made. */
interface Contradiction {
  readonly late: number;
  readonly early: number;
}

/** The entry that most speaks against, with one contradiction it is part of; `undefined`: none is left. */
function worstOf(
  contradictions: ReadonlyMap<number, readonly Contradiction[]>,
  entries: readonly Placed[],
): readonly [index: number, contradiction: Contradiction] | undefined {
  let worst: readonly [number, Contradiction] | undefined;
  let most = 0;
  for (const [index, own] of contradictions) {
    const weight = own.reduce((sum, one) => sum + weightFor(index, one, entries), 0);
    const [first] = own;
    if (first !== undefined && weight > most) [worst, most] = [[index, first], weight];
  }
  return worst;
}

// A node that answers early does so again and again, and one honest payment in between contradicts them all.
const LATE_ONES_PER_WITNESS = 8;

/** Of two that contradict each other the late one is wrong, unless the node's own log times say that the other was moved. */
function weightFor(index: number, { late, early }: Contradiction, entries: readonly Placed[]): number {
  if (index === late) return 1;
  const [lateTime, earlyTime] = [entries[late]?.logTime, entries[early]?.logTime];
  const isMoved = lateTime !== undefined && earlyTime !== undefined && earlyTime > lateTime;
  return isMoved ? 1 : 1 / LATE_ONES_PER_WITNESS;
}

// Each is compared with all before it, and each finding says the same of another payment.
const MOST_SUSPECTS = 200;

/** The contradictions of each entry. An entry behind the latest beginning so far is compared with all before it. */
function contradictionsOf(entries: readonly Placed[]): Map<number, readonly Contradiction[]> {
  const found = new Map<number, Contradiction[]>();
  let suspects = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  for (let late = 0; late < entries.length && suspects < MOST_SUSPECTS; late += 1) {
    const { notBeforeMs, notAfterMs } = entries[late] as Placed;
    if (latestMs > notAfterMs) {
      suspects += 1;
      for (let early = late - 1; early >= 0; early -= 1) {
        if ((entries[early] as Placed).notBeforeMs <= notAfterMs) continue;
        gather(found, late, { late, early });
        gather(found, early, { late, early });
      }
    }
    latestMs = Math.max(latestMs, notBeforeMs);
  }
  return found;
}
