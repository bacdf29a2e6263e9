/** Channel ends in compressed rows: the ends of node n are `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`. */
export interface ChannelRows {
  readonly offsets: Int32Array;
  /** Ordered by neighbour, then by channel identifier. */
  readonly ends: Int32Array;
  /** Node at the far side, parallel to `ends`. */
  readonly neighbours: Int32Array;
}

/** Compiles the open channel ends; `owners[e]` is the node that sends through end e, `e ^ 1` its other end. */
export function compileRows({
  nodeCount,
  openEnds,
  owners,
}: {
  readonly nodeCount: number;
  /** In the order of channel identifiers. */
  readonly openEnds: readonly number[];
  readonly owners: readonly number[];
}): ChannelRows {
  const offsets = countInto(nodeCount, openEnds, (end) => owners[end] as number);
  const byNeighbour = new Int32Array(openEnds.length);
  const ends = new Int32Array(openEnds.length);
  const neighbours = new Int32Array(openEnds.length);
  // Two stable counting sorts, by neighbour and then by owner: linear in the number of channels.
  const place = countInto(nodeCount, openEnds, (end) => owners[end ^ 1] as number);
  for (const end of openEnds) {
    const neighbour = owners[end ^ 1] as number;
    const at = place[neighbour] as number;
    place[neighbour] = at + 1;
    byNeighbour[at] = end;
  }
  const next = offsets.slice();
  for (const end of byNeighbour) {
    const owner = owners[end] as number;
    const at = next[owner] as number;
    next[owner] = at + 1;
    ends[at] = end;
    neighbours[at] = owners[end ^ 1] as number;
  }
  return { offsets, ends, neighbours };
}

// Where each node's row starts.
function countInto(nodeCount: number, ends: readonly number[], nodeOf: (end: number) => number): Int32Array {
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
