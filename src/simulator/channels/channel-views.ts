import type { Address } from '../../model/network/address.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { ChannelView, Connection } from '../../model/run/answer.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, type World } from '../world.ts';

/** A channel as the node owning this end shows it. */
export function channelView(world: World, { graph, ledger, token }: TokenLayer, end: EndIndex): ChannelView {
  const phase = graph.phase(end);
  return {
    channelIdentifier: BigInt(graph.identifier(end)),
    tokenAddress: token.tokenAddress,
    tokenNetworkAddress: token.tokenNetworkAddress,
    partnerAddress: addressOf(world, graph.owner(otherEnd(end))),
    balance: ledger.balance(end),
    totalDeposit: ledger.totalDeposit(end),
    totalWithdraw: ledger.totalWithdraw(end),
    state: phase === 'gone' ? 'settled' : phase,
    settleTimeout: BigInt(graph.settleTimeout(end)),
    revealTimeout: BigInt(graph.revealTimeout(end)),
  };
}

/** All channels of a node that are not settled, of one token or of all. */
export function channelViews(world: World, node: NodeIndex, token?: Address): readonly ChannelView[] {
  return world.layers
    .filter((layer) => token === undefined || layer.token.tokenAddress === token)
    .flatMap((layer) => layer.graph.endsOf(node).map((end) => channelView(world, layer, end)));
}

/** Own deposits and number of open channels, for each token that has any. */
export function connectionsOf(world: World, node: NodeIndex): readonly Connection[] {
  return world.layers.flatMap(({ graph, ledger, token }) => {
    const open = graph.endsOf(node).filter((end) => graph.isOpen(end));
    const sumDeposits = open.reduce((sum, end) => sum + ledger.totalDeposit(end), 0n);
    return open.length === 0
      ? []
      : [{ tokenAddress: token.tokenAddress, sumDeposits, channels: open.length }];
  });
}
