import type { NetworkView } from '../ports/router.ts';
import { type EndIndex, type IndexArray, type NodeIndex, otherEnd } from '../model/network/indices.ts';

/** Channel ends in compressed rows: the ends of node n are `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`. */
export type ChannelRows = Pick<NetworkView, 'offsets' | 'ends' | 'neighbours'>;

/**
 * Compiles the open channel ends, which stand in the order of channel identifiers; `ownerOf` says which node
 * sends through one.
 */
export function compileRows(
  nodeCount: number,
  openEnds: readonly EndIndex[],
  ownerOf: (end: EndIndex) => NodeIndex,
): ChannelRows {
  const senders = new Int32Array(openEnds.length);
  const receivers = new Int32Array(openEnds.length);
  for (let index = 0; index < openEnds.length; index += 1) {
    const end = openEnds[index] as EndIndex;
    senders[index] = ownerOf(end);
    receivers[index] = ownerOf(otherEnd(end));
  }
  const offsets = starts(nodeCount, senders);
  const byNeighbour = new Int32Array(openEnds.length);
  const ends = new Int32Array(openEnds.length);
  const neighbours = new Int32Array(openEnds.length);
  // Two stable counting sorts of places in the list, by neighbour and then by owner: linear in the number of channels.
  const place = starts(nodeCount, receivers);
  for (let index = 0; index < receivers.length; index += 1) {
    const neighbour = receivers[index] as number;
    const at = place[neighbour] as number;
    place[neighbour] = at + 1;
    byNeighbour[at] = index;
  }
  const next = offsets.slice();
  for (let rank = 0; rank < byNeighbour.length; rank += 1) {
    const index = byNeighbour[rank] as number;
    const owner = senders[index] as number;
    const at = next[owner] as number;
    next[owner] = at + 1;
    ends[at] = openEnds[index] as EndIndex;
    neighbours[at] = receivers[index] as number;
  }
  // The numbers that were written above are ends and nodes.
  return {
    offsets,
    ends: ends as unknown as IndexArray<EndIndex>,
    neighbours: neighbours as unknown as IndexArray<NodeIndex>,
  };
}

// Where each node's row starts.
function starts(nodeCount: number, nodes: Int32Array): Int32Array {
  const counts = new Int32Array(nodeCount + 1);
  for (let at = 0; at < nodes.length; at += 1) {
    const node = (nodes[at] as number) + 1;
    counts[node] = (counts[node] as number) + 1;
  }
  for (let node = 0; node < nodeCount; node += 1)
    counts[node + 1] = (counts[node + 1] as number) + (counts[node] as number);
  return counts;
}
