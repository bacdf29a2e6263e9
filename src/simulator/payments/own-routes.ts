import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { OwnPath } from '../../ports/node-api.ts';
import type { Route } from '../../ports/router.ts';
import type { World } from '../world.ts';
import type { Payment } from './payment.ts';

/**
 * The routes that a request names itself, past the path-finding service (raiden.md 1.5); left out are those that do
 * not lead over open channels from the initiator to the target.
 */
export function ownRoutes(
  world: World,
  { layer, initiator, target, amount }: Pick<Payment, 'layer' | 'initiator' | 'target' | 'amount'>,
  paths: readonly OwnPath[],
): readonly Route[] {
  return paths.flatMap(({ route, fee = 0n }) => {
    const nodes = route.map((address) => world.nodeByAddress.get(address));
    if (nodes[0] !== initiator || nodes.at(-1) !== target) return [];
    const ends: EndIndex[] = [];
    for (const [at, node] of nodes.slice(1).entries()) {
      const end = openEndTo(nodes[at], node);
      if (end === undefined) return [];
      ends.push(end);
    }
    // Who takes which share of the fee is for the mediators to say.
    return ends.length === 0
      ? []
      : [{ ends, amounts: ends.map((_end, at) => (at === ends.length - 1 ? amount : amount + fee)) }];
  });

  function openEndTo(from: NodeIndex | undefined, to: NodeIndex | undefined): EndIndex | undefined {
    return from === undefined || to === undefined ? undefined : layer.graph.openEnd(from, to);
  }
}
