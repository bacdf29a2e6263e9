import { type EndIndex, type IndexArray, type NodeIndex, otherEnd } from '../model/network/indices.ts';

/** Channel ends in compressed rows: the ends of node n are `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`. */
export interface ChannelRows {
  readonly offsets: Int32Array;
  /** Ordered by neighbour, then by channel identifier. */
  readonly ends: IndexArray<EndIndex>;
  /** Node at the far side, parallel to `ends`. */
  readonly neighbours: IndexArray<NodeIndex>;
}

/**
 * Compiles the open channel ends, which stand in the order of channel identifiers; `owners[e]` is the node that sends
 * through end e, `e ^ 1` its other end.
 */
export function compileRows(
  nodeCount: number,
  openEnds: readonly EndIndex[],
  owners: readonly NodeIndex[],
): ChannelRows {
  const offsets = countInto(nodeCount, openEnds, (end) => owners[end] as NodeIndex);
  const byNeighbour = new Int32Array(openEnds.length);
  const ends = new Int32Array(openEnds.length);
  const neighbours = new Int32Array(openEnds.length);
  // Two stable counting sorts, by neighbour and then by owner: linear in the number of channels.
  const place = countInto(nodeCount, openEnds, (end) => owners[otherEnd(end)] as NodeIndex);
  for (const end of openEnds) {
    const neighbour = owners[otherEnd(end)] as NodeIndex;
    const at = place[neighbour] as number;
    place[neighbour] = at + 1;
    byNeighbour[at] = end;
  }
  const next = offsets.slice();
  for (const end of byNeighbour as unknown as IndexArray<EndIndex>) {
    const owner = owners[end] as NodeIndex;
    const at = next[owner] as number;
    next[owner] = at + 1;
    ends[at] = end;
    neighbours[at] = owners[otherEnd(end)] as NodeIndex;
  }
  // What was put in above are ends and nodes.
  return {
    offsets,
    ends: ends as unknown as IndexArray<EndIndex>,
    neighbours: neighbours as unknown as IndexArray<NodeIndex>,
  };
}

// Where each node's row starts.
function countInto(
  nodeCount: number,
  ends: readonly EndIndex[],
  nodeOf: (end: EndIndex) => NodeIndex,
): Int32Array {
  const starts = new Int32Array(nodeCount + 1);
  for (const end of ends) {
    const node = nodeOf(end) + 1;
    starts[node] = (starts[node] as number) + 1;
  }
  for (let node = 0; node < nodeCount; node += 1) {
    starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
  }
  return starts;
}
