import type { Amount } from '../model/network/amount.ts';
import type { Structure } from '../ports/topology.ts';

/** A channel as a generator or a file gives it. */
export type StructureChannel = Structure['channels'][number];

/**
 * Joins channels between the same two nodes into one with the sum of their money, at the place of the first:
 * a token network has one channel per pair, other networks' snapshots have several.
 */
export function mergeChannels(
  channels: readonly StructureChannel[],
  nodeCount: number,
): readonly StructureChannel[] {
  const merged: StructureChannel[] = [];
  // Where the channel of a pair stands, by the smaller number of its nodes in steps of all of them, and the larger.
  const places = new Map<number, number>();
  for (const channel of channels) {
    const [one, other] = channel.between;
    const pair = one < other ? one * nodeCount + other : other * nodeCount + one;
    const place = places.get(pair);
    if (place === undefined) {
      places.set(pair, merged.length);
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
    return { between, deposits: [both(first.deposits[0], here), both(first.deposits[1], there)] };
  }
  const capacity = sum(capacityOf(first), capacityOf(second));
  return { between, ...(capacity === undefined ? {} : { capacity }) };
}

function capacityOf({ capacity, deposits }: StructureChannel): Amount | undefined {
  return deposits ? both(...deposits) : capacity;
}

function both(one: Amount | undefined, other: Amount | undefined): Amount | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function sum(one: Amount | undefined, other: Amount | undefined): Amount | undefined {
  return one === undefined ? other : one + (other ?? 0n);
}
