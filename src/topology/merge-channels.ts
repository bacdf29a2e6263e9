import type { Amount } from '../model/network/amount.ts';
import type { Structure } from '../ports/topology.ts';

/** A channel as a generator or a file gives it. */
export type StructureChannel = Structure['channels'][number];

/**
 * Joins channels between the same two nodes into one with the sum of their money, at the place of the first:
 * a token network has one channel per pair, other networks' snapshots have several.
 */
export function mergeChannels(channels: readonly StructureChannel[]): readonly StructureChannel[] {
  const merged: StructureChannel[] = [];
  // Where the channel of a pair stands, by the name that sorts first and then by the other.
  const places = new Map<string, Map<string, number>>();
  for (const channel of channels) {
    const [one, other] = channel.between;
    const [first, second] = one < other ? [one, other] : [other, one];
    let ofFirst = places.get(first);
    if (ofFirst === undefined) places.set(first, (ofFirst = new Map()));
    const place = ofFirst.get(second);
    if (place === undefined) {
      ofFirst.set(second, merged.length);
      merged.push(channel);
    } else {
      merged[place] = joined(merged[place] as StructureChannel, channel);
    }
  }
  return merged;
}

function joined(first: StructureChannel, second: StructureChannel): StructureChannel {
  const { between } = first;
  if (first.deposits && second.deposits) {
    const [a, b] = second.deposits;
    const sameWay = second.between[0] === between[0];
    const [here, there] = sameWay ? [a, b] : [b, a];
    return { between, deposits: [first.deposits[0] + here, first.deposits[1] + there] };
  }
  const capacity = sum(capacityOf(first), capacityOf(second));
  return { between, ...(capacity === undefined ? {} : { capacity }) };
}

function capacityOf({ capacity, deposits }: StructureChannel): Amount | undefined {
  return deposits ? deposits[0] + deposits[1] : capacity;
}

function sum(one: Amount | undefined, other: Amount | undefined): Amount | undefined {
  return one === undefined ? other : one + (other ?? 0n);
}
