/** An entry at its place in a history, with the moments between which it was made if all is well. */
export interface Placed {
  readonly position: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Its log time by its node's clock. */
  readonly logMs?: number | undefined;
}

/** An entry that stands where it cannot, with one of those that say so. */
export interface OutOfOrder<Entry> {
  readonly entry: Entry;
  /** Behind an entry that was made after it; else before one that was made before it. */
  readonly isLate: boolean;
  readonly other: Entry;
  readonly byMs: number;
}

// Who is wrong in more places is known for it; and each is compared with all.
const MOST_SUSPECTS = 200;

/**
 * The fewest entries that have to be taken out, roughly, until the order of the rest respects real time: what was
 * made when another had not begun stands before it. Entries in the order in which they stand.
 */
export function outOfOrder<Entry extends Placed>(entries: readonly Entry[]): readonly OutOfOrder<Entry>[] {
  const contradictions = contradictionsOf(entries);
  const culprits: OutOfOrder<Entry>[] = [];
  for (;;) {
    let worst:
      | { readonly index: number; readonly own: readonly Contradiction[]; readonly weight: number }
      | undefined;
    for (const [index, own] of contradictions) {
      const weight = own.reduce((sum, one) => sum + weightFor(index, one, entries), 0);
      if (weight > (worst?.weight ?? 0)) worst = { index, own, weight };
    }
    if (worst === undefined) return culprits;
    const { index, own } = worst;
    const first = own[0] as Contradiction;
    const isLate = first.late === index;
    const other = isLate ? first.early : first.late;
    const [entry, witness] = [entries[index] as Entry, entries[other] as Entry];
    const byMs = isLate ? witness.notBeforeMs - entry.notAfterMs : entry.notBeforeMs - witness.notAfterMs;
    culprits.push({ entry, isLate, other: witness, byMs });
    contradictions.delete(index);
    for (const [key, list] of contradictions)
      contradictions.set(
        key,
        list.filter(({ late, early }) => late !== index && early !== index),
      );
  }
}

// Who answers early does so again and again, and one honest payment in between contradicts them all.
const LATE_ONES_PER_WITNESS = 8;

/** The node's own clock says who of two is wrong: where it agrees with their places, the late one is. */
function weightFor(index: number, { late, early }: Contradiction, entries: readonly Placed[]): number {
  if (index === late) return 1;
  const [lateMs, earlyMs] = [entries[late]?.logMs, entries[early]?.logMs];
  const isMoved = lateMs !== undefined && earlyMs !== undefined && earlyMs > lateMs;
  return isMoved ? 1 : 1 / LATE_ONES_PER_WITNESS;
}

/** `late` stands behind `early`, which had not begun when `late` had been made. */
interface Contradiction {
  readonly late: number;
  readonly early: number;
}

function contradictionsOf(entries: readonly Placed[]): Map<number, Contradiction[]> {
  const found = new Map<number, Contradiction[]>();
  const add = (index: number, contradiction: Contradiction): void => {
    const list = found.get(index);
    if (list === undefined) found.set(index, [contradiction]);
    else list.push(contradiction);
  };
  let suspects = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  for (let late = 0; late < entries.length && suspects < MOST_SUSPECTS; late += 1) {
    const { notBeforeMs, notAfterMs } = entries[late] as Placed;
    if (latestMs > notAfterMs) {
      suspects += 1;
      for (let early = late - 1; early >= 0; early -= 1) {
        if ((entries[early] as Placed).notBeforeMs <= notAfterMs) continue;
        add(late, { late, early });
        add(early, { late, early });
      }
    }
    latestMs = Math.max(latestMs, notBeforeMs);
  }
  return found;
}
