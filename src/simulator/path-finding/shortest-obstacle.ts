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
 * that cannot send the amount, or else what mediators ask beside it, or, where every way leads through stopped nodes,
 * the first of these on the shortest. Absent: no channels lead there.
 */
export function shortestObstacle(
  ways: ShortestWay,
  view: NetworkView,
  { source, target, amount }: PaymentWay,
): WayObstacle | undefined {
  const running = ways.find(view, { source, target, mayPass: (node) => view.isReachable(node) });
  if (running !== undefined) {
    const end = running.find((one) => !view.canSend(one, amount)) ?? tooSmallForFees(view, running, amount);
    return end === undefined ? undefined : { kind: 'dry', end };
  }
  const stopped = ways
    .find(view, { source, target, mayPass: () => true })
    ?.map((end) => view.ownerOf(otherEnd(end)))
    .find((node) => !view.isReachable(node));
  return stopped === undefined ? undefined : { kind: 'stopped', node: stopped };
}

function tooSmallForFees(view: NetworkView, way: readonly EndIndex[], amount: Amount): EndIndex | undefined {
  const weighed = way.find((end) => mediated(view, { incoming: end, outgoing: end, amount }) === undefined);
  if (weighed !== undefined) return weighed;
  let carried = amount;
  for (let hop = way.length - 1; hop > 0; hop -= 1) {
    const incoming = way[hop - 1] as EndIndex;
    const outgoing = way[hop] as EndIndex;
    const found = mediated(view, { incoming, outgoing, amount: carried });
    // The formula ends where the smaller of both does.
    if (found === undefined)
      return view.available(outgoing) <= view.available(incoming) ? outgoing : incoming;
    carried = found;
    if (!view.canSend(incoming, carried)) return incoming;
  }
  return undefined;
}

interface MediatedHop {
  readonly incoming: EndIndex;
  /** The same end: as the service weighs it, as if one mediation went in and out through it. */
  readonly outgoing: EndIndex;
  readonly amount: Amount;
}

/** What must come in so that the amount goes on. */
function mediated(view: NetworkView, { incoming, outgoing, amount }: MediatedHop): Amount | undefined {
  const scheduleOut = view.scheduleOf(outgoing);
  const scheduleIn = incoming === outgoing ? view.scheduleOf(otherEnd(incoming)) : scheduleOut;
  if (view.fees.isFree(scheduleIn) && view.fees.isFree(scheduleOut)) return amount;
  const balanceOut = view.available(outgoing);
  const receivable = view.available(incoming);
  const balances = { balanceIn: view.available(otherEnd(incoming)), balanceOut, receivable };
  const capacities = {
    capacityIn: view.curveCapacity(incoming),
    capacityOut: view.curveCapacity(outgoing),
  };
  return view.fees.amountIn({ scheduleIn, scheduleOut, ...balances, ...capacities }, amount);
}
