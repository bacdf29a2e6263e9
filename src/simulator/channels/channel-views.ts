import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { ChannelView, Connection, PendingTransfer } from '../../model/run/answer.ts';
import type { PaymentInFlight } from '../raiden/attempt.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { World } from '../world.ts';

/** A channel as the node owning this end shows it. */
export function channelView(world: World, { graph, ledger, token }: TokenLayer, end: number): ChannelView {
  const phase = graph.phase(end);
  return {
    channelIdentifier: BigInt(graph.identifier(end)),
    tokenAddress: token.tokenAddress,
    tokenNetworkAddress: token.tokenNetworkAddress,
    partnerAddress: world.addresses[graph.owner(end ^ 1)] as Address,
    balance: ledger.balance[end] as Amount,
    totalDeposit: ledger.totalDeposit[end] as Amount,
    totalWithdraw: ledger.totalWithdraw[end] as Amount,
    state: phase === 'gone' ? 'settled' : phase,
    settleTimeout: BigInt(graph.settleTimeout(end)),
    revealTimeout: BigInt(graph.revealTimeout(end)),
  };
}

/** All channels of a node in these token networks that are not settled. */
export function channelViews(
  world: World,
  node: number,
  layers: readonly TokenLayer[],
): readonly ChannelView[] {
  return layers.flatMap((layer) => layer.graph.endsOf(node).map((end) => channelView(world, layer, end)));
}

/** Own deposits and number of open channels, for each token that has any. */
export function connectionsOf(world: World, node: number): readonly Connection[] {
  return world.layers.flatMap(({ graph, ledger, token }) => {
    const open = graph.endsOf(node).filter((end) => graph.isOpen(end));
    const sumDeposits = open.reduce((sum, end) => sum + (ledger.totalDeposit[end] as Amount), 0n);
    return open.length === 0
      ? []
      : [{ tokenAddress: token.tokenAddress, sumDeposits, channels: open.length }];
  });
}

/** What is in flight through a node: each transfer once, a mediator shows its incoming channel. */
export function pendingTransfersOf(world: World, node: number): readonly PendingTransfer[] {
  const shown: PendingTransfer[] = [];
  for (const payment of world.inFlight) {
    const transfer = pendingAt(world, payment, node);
    if (transfer) shown.push(transfer);
  }
  return shown;
}

function pendingAt(world: World, payment: PaymentInFlight, node: number): PendingTransfer | undefined {
  const { layer, ends, unlocked, arrived, identifier, initiator, targetAddress } = payment;
  const { graph, ledger, token } = layer;
  const hop = node === initiator ? 0 : ends.findIndex((end) => graph.owner(end ^ 1) === node);
  const end = ends[hop];
  // A payer is done when it unlocks, a payee when it hears of it.
  const done = node === initiator ? unlocked : arrived;
  if (end === undefined || hop < done) return undefined;
  return {
    paymentIdentifier: identifier,
    tokenAddress: token.tokenAddress,
    tokenNetworkAddress: token.tokenNetworkAddress,
    channelIdentifier: BigInt(graph.identifier(end)),
    initiator: world.addresses[initiator] as Address,
    target: targetAddress,
    transferredAmount: ledger.transferred[end] as Amount,
    lockedAmount: ledger.lockedAmount[end] as Amount,
    role: node === initiator ? 'initiator' : node === payment.target ? 'target' : 'mediator',
  };
}
