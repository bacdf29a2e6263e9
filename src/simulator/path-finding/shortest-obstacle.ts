import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { NetworkView } from '../../ports/router.ts';

/** What stands in a payment's way: an end that holds too little, or a mediator that does not run. */
type WayObstacle =
  | { readonly kind: 'dry'; readonly end: EndIndex }
  | { readonly kind: 'stopped'; readonly node: NodeIndex };

/**
 * Why no path carries a payment, told of the shortest one: the first end on the shortest way through running nodes
 * that cannot send the amount, or, where every way leads through stopped nodes, the first of these on the shortest.
 * Absent: no channels lead there, or it is for fees.
 */
export function shortestObstacle(
  view: NetworkView,
  way: { readonly source: NodeIndex; readonly target: NodeIndex; readonly amount: Amount },
): WayObstacle | undefined {
  const running = shortestWay(view, way, (node) => view.isReachable(node));
  if (running !== undefined) {
    const end = running.find((one) => !view.canSend(one, way.amount));
    return end === undefined ? undefined : { kind: 'dry', end };
  }
  const stopped = shortestWay(view, way, () => true)
    ?.map((end) => view.ownerOf(otherEnd(end)))
    .find((node) => !view.isReachable(node));
  return stopped === undefined ? undefined : { kind: 'stopped', node: stopped };
}

/** The ends of the way with the fewest hops, whatever they hold; among equals by node order. */
function shortestWay(
  view: NetworkView,
  { source, target }: { readonly source: NodeIndex; readonly target: NodeIndex },
  mayPass: (node: NodeIndex) => boolean,
): readonly EndIndex[] | undefined {
  const { offsets, ends, neighbours } = view;
  const cameBy = new Map<NodeIndex, EndIndex | undefined>([[source, undefined]]);
  for (const node of cameBy.keys()) {
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      if (cameBy.has(neighbour) || !mayPass(neighbour)) continue;
      cameBy.set(neighbour, ends[at]);
      if (neighbour === target) return wayBack(view, cameBy, target);
    }
  }
  return undefined;
}

function wayBack(
  view: NetworkView,
  cameBy: ReadonlyMap<NodeIndex, EndIndex | undefined>,
  target: NodeIndex,
): readonly EndIndex[] {
  const way: EndIndex[] = [];
  for (let end = cameBy.get(target); end !== undefined; end = cameBy.get(view.ownerOf(end))) way.push(end);
  return way.reverse();
}
