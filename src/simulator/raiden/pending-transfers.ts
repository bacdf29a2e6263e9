import type { NodeIndex } from '../../model/network/indices.ts';
import type { PendingTransfer } from '../../model/run/answer.ts';
import { addressOf, type World } from '../world.ts';
import type { Attempt } from './attempt.ts';

/** What is in flight through a node: each transfer once, a mediator shows its incoming channel. */
export function pendingTransfersOf(
  world: World,
  inFlight: Iterable<Attempt>,
  node: NodeIndex,
): readonly PendingTransfer[] {
  return [...inFlight].flatMap((attempt) => pendingAt(world, attempt, node) ?? []);
}

function pendingAt(world: World, attempt: Attempt, node: NodeIndex): PendingTransfer | undefined {
  const { payment, hops } = attempt;
  const { layer, identifier, initiator, target, targetAddress } = payment;
  const { graph, ledger, token } = layer;
  const at = node === initiator ? 0 : hops.findIndex(({ payee }) => payee === node);
  const hop = hops[at];
  if (hop === undefined) return undefined;
  // A payer is done when it unlocks, a payee when it hears of it.
  if (node === initiator ? hop.stage !== 'locked' : hop.stage === 'received') return undefined;
  const { end } = hop;
  return {
    paymentIdentifier: identifier,
    tokenAddress: token.tokenAddress,
    tokenNetworkAddress: token.tokenNetworkAddress,
    channelIdentifier: BigInt(graph.identifier(end)),
    initiator: addressOf(world, initiator),
    target: targetAddress,
    transferredAmount: ledger.transferred(end),
    lockedAmount: ledger.lockedAmount(end),
    role: node === initiator ? 'initiator' : node === target ? 'target' : 'mediator',
  };
}
