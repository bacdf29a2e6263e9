import type { Written } from './real-time-order.ts';

/** The time that an entry gives itself, beside the moments between which it was made. */
export interface TimedByNode extends Written {
  /** By the node's clock, in the run's milliseconds. */
  readonly saysMs: number;
  /** Where it stands among the others says nothing of when it was made. */
  readonly hasNoPlace?: boolean;
}

/** An entry whose time its node's other entries contradict, with one of those. */
export interface OutOfTime<Entry> {
  readonly entry: Entry;
  readonly other: Entry;
  /** `order`: its clock would have gone back between the two; else it would have been set between the two. */
  readonly rule: 'order' | 'clock';
}

// Each says the same of another payment, and is compared with all others.
const MOST_TOLD = 50;

/**
 * The fewest entries, roughly, without which one clock explains all times: it never goes back, and it is wrong by the
 * same amount all the time, give or take `looseMs`. How wrong it is says nothing. Entries in the order in which they
 * were made.
 */
export function outOfTime<Entry extends TimedByNode>(
  entries: readonly Entry[],
  looseMs: number,
): readonly OutOfTime<Entry>[] {
  const otherwise = otherwiseSet(entries, looseMs);
  const isOut = new Set(otherwise.map(({ entry }) => entry));
  const left = entries.filter((entry) => !isOut.has(entry) && entry.hasNoPlace !== true);
  return [...otherwise.slice(0, MOST_TOLD), ...goingBack(left)];
}

function goingBack<Entry extends TimedByNode>(entries: readonly Entry[]): readonly OutOfTime<Entry>[] {
  const rising = longestRising(entries);
  const isKept = new Set(rising);
  const back: OutOfTime<Entry>[] = [];
  for (const [place, entry] of entries.entries()) {
    if (back.length === MOST_TOLD) break;
    const other = isKept.has(entry) ? undefined : contradicting({ entry, place }, entries, isKept);
    if (other !== undefined) back.push({ entry, other, rule: 'order' });
  }
  return back;
}

/** The most entries whose times do not go back; of several choices the earliest. */
function longestRising<Entry extends TimedByNode>(entries: readonly Entry[]): readonly Entry[] {
  // From the last one back: by length, the entry with the highest time from which so many follow.
  const heads: number[] = [];
  const next: number[] = [];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const { saysMs } = entries[at] as Entry;
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[heads[middle] as number] as Entry).saysMs >= saysMs) low = middle + 1;
      else high = middle;
    }
    next[at] = low === 0 ? -1 : (heads[low - 1] as number);
    heads[low] = at;
  }
  const rising: Entry[] = [];
  for (let at = heads.at(-1) ?? -1; at >= 0; at = next[at] as number) rising.push(entries[at] as Entry);
  return rising;
}

// An entry that was made before it and gives a later time, or the other way round.
function contradicting<Entry extends TimedByNode>(
  { entry, place }: { readonly entry: Entry; readonly place: number },
  entries: readonly Entry[],
  isKept: ReadonlySet<Entry>,
): Entry | undefined {
  return entries.find(
    (one, at) => isKept.has(one) && (at < place ? one.saysMs > entry.saysMs : one.saysMs < entry.saysMs),
  );
}

/** The entries that cannot have been written by the clock of most others; where there are as many of both, none. */
function otherwiseSet<Entry extends TimedByNode>(
  entries: readonly Entry[],
  looseMs: number,
): readonly OutOfTime<Entry>[] {
  const lead = entries.map(({ saysMs, notBeforeMs, notAfterMs }) => ({
    least: saysMs - notAfterMs - looseMs,
    most: saysMs - notBeforeMs + looseMs,
  }));
  const at = mostShared(lead);
  const fits = ({ least, most }: Lead): boolean => least <= at && at <= most;
  const agreeing = lead.filter(fits).length;
  if (2 * agreeing <= entries.length) return [];
  const other = entries[lead.findIndex(fits)] as Entry;
  return entries.flatMap((entry, index) =>
    fits(lead[index] as Lead) ? [] : [{ entry, other, rule: 'clock' as const }],
  );
}

/** By how much the node's clock may be ahead, by one entry. */
type Lead = Readonly<Record<'least' | 'most', number>>;

// A point that lies within the most intervals begins one of them.
function mostShared(leads: readonly Lead[]): number {
  const begins = leads.map(({ least }) => least).toSorted((one, other) => one - other);
  const ends = leads.map(({ most }) => most).toSorted((one, other) => one - other);
  let [best, most, ended] = [begins[0] ?? 0, 0, 0];
  begins.forEach((begin, index) => {
    while ((ends[ended] as number) < begin) ended += 1;
    const open = index + 1 - ended;
    if (open > most) [best, most] = [begin, open];
  });
  return best;
}
