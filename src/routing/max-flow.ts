import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView } from '../ports/router.ts';

/** The part of a view that a flow depends on. */
export type FlowView = Pick<
  NetworkView,
  'offsets' | 'ends' | 'neighbours' | 'ownerOf' | 'isReachable' | 'available'
>;

/** Whose money flows where; `enough`: the flow is not sought any further, absent: the largest. */
interface FlowRequest {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly enough?: Amount;
}

/**
 * The most that can be paid when a payment may be split at will and costs nothing: no router and no splitting does
 * better, so it bounds them all. Exact. What flows through a channel adds to what can flow back (Edmonds and Karp
 * 1972, doi 10.1145/321694.321699: along shortest ways until there is none).
 */
export function maxFlow(view: FlowView, { source, target, enough }: FlowRequest): Amount {
  const changed = new Map<EndIndex, Amount>();
  const left = (end: EndIndex): Amount => changed.get(end) ?? view.available(end);
  let flow: Amount = 0n;
  if (source === target) return flow;
  for (;;) {
    const way = flow === enough ? undefined : shortestOpenWay(view, source, target, left);
    if (way === undefined) return flow;
    let most = enough === undefined ? left(way[0] as EndIndex) : enough - flow;
    for (const end of way) if (left(end) < most) most = left(end);
    for (const end of way) {
      changed.set(end, left(end) - most);
      changed.set(otherEnd(end), left(otherEnd(end)) + most);
    }
    flow += most;
  }
}

// Breadth first over ends with something left, through nodes that are there.
function shortestOpenWay(
  view: FlowView,
  source: NodeIndex,
  target: NodeIndex,
  left: (end: EndIndex) => Amount,
): readonly EndIndex[] | undefined {
  const { offsets, ends, neighbours } = view;
  if (!view.isReachable(source)) return undefined;
  const cameBy = new Map<NodeIndex, EndIndex | undefined>([[source, undefined]]);
  for (const node of cameBy.keys()) {
    for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const end = ends[at] as EndIndex;
      if (cameBy.has(neighbour) || !view.isReachable(neighbour) || left(end) <= 0n) continue;
      cameBy.set(neighbour, end);
      if (neighbour === target) return wayTo(view, cameBy, target);
    }
  }
  return undefined;
}

function wayTo(
  view: FlowView,
  cameBy: ReadonlyMap<NodeIndex, EndIndex | undefined>,
  target: NodeIndex,
): readonly EndIndex[] {
  const way: EndIndex[] = [];
  for (let end = cameBy.get(target); end !== undefined; end = cameBy.get(view.ownerOf(end))) way.push(end);
  return way.reverse();
}
