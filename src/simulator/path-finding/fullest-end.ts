import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex } from '../../model/network/indices.ts';

/** The end that holds the most, the first of equals: of ends that all hold too little, the one that lacks the least. */
export function fullestOf(
  ends: Iterable<EndIndex>,
  available: (end: EndIndex) => Amount,
): EndIndex | undefined {
  let fullest: EndIndex | undefined;
  let most: Amount | undefined;
  for (const end of ends) {
    const has = available(end);
    if (most === undefined || has > most) [fullest, most] = [end, has];
  }
  return fullest;
}
