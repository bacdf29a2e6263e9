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
 * and have the same capacity are one channel of a directed graph, unless all edges are channels.
 */
export function mergeChannels(
  edges: readonly StructureEdge[],
  nodeCount: number,
  isUndirected = false,
): Required<Pick<Structure, 'channels' | 'notes'>> {
  // By pair of nodes, its channels, and edges of which the other direction has not come yet.
  const pairs = new Map<number, StructureEdge[]>();
  let directions = 0;
  for (const edge of edges) {
    const [one, other] = edge.between;
    const pair = one < other ? one * nodeCount + other : other * nodeCount + one;
    const before = pairs.get(pair);
    const isChannel = isUndirected || edge.isUndirected === true;
    const place = isChannel ? -1 : (before?.findIndex((each) => isOtherDirection(each, edge)) ?? -1);
    if (before === undefined) pairs.set(pair, [edge]);
    else if (place === -1) before.push(edge);
    else {
      before[place] = inBothDirections(before[place] as StructureEdge, edge);
      directions += 1;
    }
  }
  const channels = Array.from(pairs.values(), (each) => channelOf(each.reduce(joined)));
  const others = edges.length - directions - channels.length;
  // Where none has a capacity, the whole channel is drawn.
  const several = [...pairs.values()].filter(({ length }) => length > 1);
  const isUnknown = ({ capacity, deposits }: StructureEdge): boolean => !(capacity ?? deposits);
  const ignored = several.reduce((count, each) => count + (each.filter(isUnknown).length % each.length), 0);
  const notes = [
    ...(directions === 0 ? [] : [`${DIRECTIONS}: ${directions}`]),
    ...(others === 0 ? [] : [`edges beside another one of the same two nodes, added to it: ${others}`]),
    ...(ignored === 0 ? [] : [`edges without a capacity beside one that has one, counted as 0: ${ignored}`]),
  ];
  return { channels, notes };
}

const DIRECTIONS = 'edges that run against another one of the same capacity, taken as its other direction';

// Most edges say nothing of their direction.
function channelOf(edge: StructureEdge): StructureChannel {
  if (edge.isUndirected === undefined) return edge;
  const { isUndirected: _isUndirected, ...channel } = edge;
  return channel;
}

function isOtherDirection(one: StructureEdge, other: StructureEdge): boolean {
  if (one.isUndirected || one.between[0] === other.between[0]) return false;
  if (!one.deposits || !other.deposits) return capacityOf(one) === capacityOf(other);
  const [there, here] = other.deposits;
  return mayBeEqual(one.deposits[0], here) && mayBeEqual(one.deposits[1], there);
}

function mayBeEqual(one: Amount | undefined, other: Amount | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The channel of two directions: where one does not know what an end holds, the other may. */
function inBothDirections(one: StructureEdge, other: StructureEdge): StructureEdge {
  if (!one.deposits && !other.deposits) return { ...one, isUndirected: true };
  const [there, here] = other.deposits ?? [];
  const deposits = [one.deposits?.[0] ?? here, one.deposits?.[1] ?? there] as const;
  return { between: one.between, deposits, isUndirected: true };
}

function joined(first: StructureChannel, second: StructureChannel): StructureChannel {
  const { between } = first;
  if (first.deposits && second.deposits) {
    const [here, there] = second.between[0] === between[0] ? second.deposits : second.deposits.toReversed();
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
