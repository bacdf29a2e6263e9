import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';

/** One node's end of a channel. */
export interface Ends {
  readonly totalDeposit: Amount;
  readonly totalWithdraw: Amount;
  readonly balance: Amount;
}

/** The end of the open channel between two nodes, as its first shows it. */
export function endOf(network: Network, node: NodeName, partner: NodeName): Ends | undefined {
  return endsOf(network, node).find((end) => end.partner === partner);
}

/** The node's end with the most in it. */
export function fullestEnd(network: Network, node: NodeName): Ends | undefined {
  return endsOf(network, node).reduce<Ends | undefined>(
    (most, end) => (most === undefined || end.balance > most.balance ? end : most),
    undefined,
  );
}

/** What the node has in channels. */
export function sumOfEnds(network: Network, node: NodeName): Amount {
  return endsOf(network, node).reduce((sum, { balance }) => sum + balance, 0n);
}

/** What gets through at most on a way with the fewest hops; `undefined`: there is none. */
export function leastOnWay(network: Network, from: NodeName, to: NodeName): Amount | undefined {
  const path = bidirectional(network, from, to);
  return path?.slice(1).reduce<Amount | undefined>((least, payee, at) => {
    const balance = endOf(network, path[at] as NodeName, payee)?.balance ?? 0n;
    return least === undefined || balance < least ? balance : least;
  }, undefined);
}

function endsOf(network: Network, node: NodeName): readonly (Ends & { readonly partner: NodeName })[] {
  return network
    .filterEdges(node, (_key, { state }) => state === 'opened')
    .map((key) => {
      const [source, target] = network.extremities(key);
      const end = source === node ? 0 : 1;
      const { totalDeposit, totalWithdraw, balance } = network.getEdgeAttributes(key);
      return {
        partner: end === 0 ? target : source,
        totalDeposit: totalDeposit[end],
        totalWithdraw: totalWithdraw[end],
        balance: balance[end],
      };
    });
}
