import type { Amount } from '../model/network/amount.ts';
import type { Structure } from '../ports/topology.ts';

/** A channel as a generator or a file gives it. */
export type StructureChannel = Structure['channels'][number];

/**
 * Joins channels between the same two nodes into one with the sum of their money, at the place of the first:
 * a token network has one channel per pair, other networks' snapshots have several.
 */
export function mergeChannels(channels: readonly StructureChannel[]): readonly StructureChannel[] {
  const byPair = new Map<string, StructureChannel>();
  for (const channel of channels) {
    const [one, other] = channel.between;
    const pair = JSON.stringify(one < other ? [one, other] : [other, one]);
    const earlier = byPair.get(pair);
    byPair.set(pair, earlier ? joined(earlier, channel) : channel);
  }
  return [...byPair.values()];
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
