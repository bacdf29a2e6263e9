import type { NodeIndex } from '../../model/network/indices.ts';
import type { PendingTransfer } from '../../model/run/answer.ts';
import type { Protocol } from '../../ports/protocol.ts';
import { raidenFees } from '../fees/mediation-fee.ts';
import { nodeDesks } from '../node-desks.ts';
import { simulatedPathFinding } from '../path-finding/simulated-path-finding.ts';
import { addressOf, type World } from '../world.ts';
import type { Attempt } from './attempt.ts';
import { Transfers } from './transfers.ts';

/** Payments as Raiden nodes make them: locked hop by hop, unlocked by a secret, one attempt each. */
export const raidenProtocol: Protocol<World> = {
  kind: 'raiden',
  description: 'transfers are locked hop by hop and unlocked by a secret, as Raiden nodes do it',
  fees: raidenFees,
  furnish(world) {
    const transfers = new Transfers(world);
    return {
      desk: nodeDesks(
        world,
        world.blocks,
        (payment, routes) => transfers.send(payment, routes),
        (node) => pendingTransfersOf(world, transfers.inFlight, node),
      ),
      pathFinding: simulatedPathFinding(world),
      pendingTransfers: () => transfers.pending,
    };
  },
};

/** The transfers in flight through a node, each once; a mediator shows its incoming channel. */
function pendingTransfersOf(
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
