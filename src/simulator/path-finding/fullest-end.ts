import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex } from '../../model/network/indices.ts';

/** The end that holds the most, the first of equals: of ends that all hold too little, the one that lacks the least. */
export function fullestOf(
  ends: readonly EndIndex[],
  available: (end: EndIndex) => Amount,
): EndIndex | undefined {
  let fullest: EndIndex | undefined;
  let most: Amount | undefined;
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends[at] as EndIndex;
    const has = available(end);
    if (most !== undefined && has <= most) continue;
    fullest = end;
    most = has;
  }
  return fullest;
}
