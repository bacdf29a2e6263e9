import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { RelativeAmount, StepAmount } from '../../model/scenario/step-amount.ts';

/** The amount in smallest units when `from` asks for it, with or for node `to`; at least `atLeast`. */
export function amountIn(
  amount: StepAmount,
  { network, from, to, atLeast = 0n }: AskedBetween & { readonly atLeast?: Amount },
): Amount {
  if (typeof amount === 'bigint') return amount < atLeast ? atLeast : amount;
  const { of, percent, plus } = amount;
  const settled = (wholeOf(of, { network, from, to }) * BigInt(percent)) / 100n + plus;
  return settled < atLeast ? atLeast : settled;
}

interface AskedBetween {
  readonly network: Network;
  readonly from: NodeName;
  readonly to: NodeName;
}

function wholeOf(base: RelativeAmount['of'], { network, from, to }: AskedBetween): Amount {
  switch (base) {
    case 'channel':
      return (endOf(network, from, to) ?? fullestEnd(network, from))?.balance ?? 0n;
    case 'route':
      return leastOnWay(network, from, to) ?? 0n;
    case 'node':
      return sumOfEnds(network, from);
    case 'network':
      return network.nodes().reduce((sum, node) => sum + sumOfEnds(network, node), 0n);
  }
}

type Ends = Pick<ChannelView, 'totalDeposit' | 'totalWithdraw' | 'balance'>;

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

/** The sum of the node's balances in all its open channels. */
export function sumOfEnds(network: Network, node: NodeName): Amount {
  return endsOf(network, node).reduce((sum, { balance }) => sum + balance, 0n);
}

/** The least balance on a path with the fewest hops; `undefined`: there is no path. */
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
