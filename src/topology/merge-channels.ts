import { madeOnce } from '../model/gather.ts';
import type { Amount } from '../model/network/amount.ts';
import type { Structure } from '../ports/topology.ts';

/** A channel as a generator or a file gives it. */
export type StructureChannel = Structure['channels'][number];

/** An edge of a file. */
export interface StructureEdge extends StructureChannel {
  /** Whether it is a channel for certain; else two edges may be the two directions of one. */
  readonly isUndirected?: boolean;
}

/**
 * Joins channels between the same two nodes into one with the sum of their money, at the place of the first:
 * a token network has one channel per pair, other networks' snapshots have several. Two edges that run against each other
 * and have the same capacity are one channel of a directed graph.
 */
export function mergeChannels(
  edges: readonly StructureEdge[],
  nodeCount: number,
): Required<Pick<Structure, 'channels' | 'notes'>> {
  const merged: StructureChannel[] = [];
  // Where the channel of a pair stands, by the smaller number of its nodes in steps of all of them, and the larger.
  const places = new Map<number, number>();
  // By place, the directed edges of which the other direction has not come yet.
  const single = new Map<number, StructureChannel[]>();
  let [directions, added] = [0, 0];
  for (const { isUndirected = false, ...channel } of edges) {
    const [one, other] = channel.between;
    const pair = one < other ? one * nodeCount + other : other * nodeCount + one;
    const place = madeOnce(places, pair, () => merged.length);
    const before = merged[place];
    const singles = madeOnce(single, place, () => []);
    const opposite = isUndirected ? -1 : singles.findIndex((each) => isOtherDirection(each, channel));
    if (opposite !== -1) {
      singles.splice(opposite, 1);
      directions += 1;
      continue;
    }
    merged[place] = before === undefined ? channel : joined(before, channel);
    if (before !== undefined) added += 1;
    if (!isUndirected) singles.push(channel);
  }
  const notes = [
    [directions, 'edges that run against another one of the same capacity, taken as its other direction'],
    [added, 'edges beside another one of the same two nodes, added to it'],
  ] as const;
  return {
    channels: merged,
    notes: notes.flatMap(([count, what]) => (count === 0 ? [] : `${what}: ${count}`)),
  };
}

function isOtherDirection(one: StructureChannel, other: StructureChannel): boolean {
  if (one.deposits || other.deposits) return false;
  return one.between[0] === other.between[1] && one.capacity === other.capacity;
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
