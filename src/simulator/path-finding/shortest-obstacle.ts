import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { NetworkView } from '../../ports/router.ts';
import type { ShortestWay } from './shortest-way.ts';

/** What stands in a payment's way: an end that holds too little, or a mediator that does not run. */
type WayObstacle =
  | { readonly kind: 'dry'; readonly end: EndIndex }
  | { readonly kind: 'stopped'; readonly node: NodeIndex };

interface PaymentWay {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly amount: Amount;
}

/**
 * Why no path carries a payment, told of the shortest one: the first end on the shortest way through running nodes
 * that cannot send the amount, or, where every way leads through stopped nodes, the first of these on the shortest.
 * Absent: no channels lead there, or it is for fees.
 */
export function shortestObstacle(
  ways: ShortestWay,
  view: NetworkView,
  { source, target, amount }: PaymentWay,
): WayObstacle | undefined {
  const running = ways.find(view, { source, target, mayPass: (node) => view.isReachable(node) });
  if (running !== undefined) {
    const end = running.find((one) => !view.canSend(one, amount));
    return end === undefined ? undefined : { kind: 'dry', end };
  }
  const stopped = ways
    .find(view, { source, target, mayPass: () => true })
    ?.map((end) => view.ownerOf(otherEnd(end)))
    .find((node) => !view.isReachable(node));
  return stopped === undefined ? undefined : { kind: 'stopped', node: stopped };
}
