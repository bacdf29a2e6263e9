import type { NodeName } from '../../model/network/network.ts';

/** The other end of one of a node's channels. */
export interface Neighbour {
  readonly channel: string;
  readonly node: NodeName;
}

/** Channels whose loss would cut the network in two (Tarjan 1974, without recursion): there is no way around them. */
export function bridgesOf(neighbours: ReadonlyMap<NodeName, readonly Neighbour[]>): ReadonlySet<string> {
  const bridges = new Set<string>();
  const visits = new Map<NodeName, Visit>();
  const visit = (node: NodeName, by: string | undefined): Visit => {
    const made: Visit = { node, by, order: visits.size, lowest: visits.size, next: 0 };
    visits.set(node, made);
    return made;
  };
  for (const start of neighbours.keys()) {
    if (visits.has(start)) continue;
    const path = [visit(start, undefined)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const edge = neighbours.get(here.node)?.[here.next];
      here.next += 1;
      if (edge === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent === undefined || here.by === undefined) continue;
        parent.lowest = Math.min(parent.lowest, here.lowest);
        if (here.lowest > parent.order) bridges.add(here.by);
      } else if (edge.channel !== here.by) {
        const seen = visits.get(edge.node);
        if (seen === undefined) path.push(visit(edge.node, edge.channel));
        else here.lowest = Math.min(here.lowest, seen.order);
      }
    }
  }
  return bridges;
}

interface Visit {
  readonly node: NodeName;
  readonly by: string | undefined;
  readonly order: number;
  lowest: number;
  next: number;
}
