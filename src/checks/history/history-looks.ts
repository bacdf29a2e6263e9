import type { HistoryLook } from '../../model/load/history-look.ts';
import type { Placed } from './real-time-order.ts';

/** The entries that were not there yet when a history was looked at after their payments had been answered. */
export function looksAfter<Entry extends Placed>(
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
