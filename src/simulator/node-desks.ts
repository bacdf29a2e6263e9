import type { NodeIndex } from '../model/network/indices.ts';
import type { PendingTransfer } from '../model/run/answer.ts';
import type { Blocks } from '../ports/clock.ts';
import type { NodeDesk } from '../ports/protocol.ts';
import { leaveNetwork } from './channels/closing.ts';
import { type Openings, openChannel } from './channels/opening.ts';
import { updateChannel } from './channels/updating.ts';
import { KnownPayments, type SendPayment } from './payments/payment.ts';
import { PaymentDesk, type PaymentsOfDesks } from './payments/payment-desk.ts';
import type { World } from './world.ts';
import { mint, registerToken } from './account/tokens.ts';
import { changeUserDeposit } from './account/user-deposit.ts';

/**
 * Desks of nodes that keep their channels as Raiden's contracts have it, and send payments as their protocol does;
 * channel transactions go to `blocks`.
 */
export function nodeDesks(
  world: World,
  blocks: Blocks,
  send: SendPayment,
  pendingTransfersOf: (node: NodeIndex) => readonly PendingTransfer[],
): (node: NodeIndex) => NodeDesk {
  const openings: Openings = new Map();
  const known: PaymentsOfDesks | undefined = world.remembersPayments ? new KnownPayments() : undefined;
  return (node) => {
    const payments = new PaymentDesk(world, node, { send, known });
    const ownNode = { world, node, blocks };
    return {
      pay: (request, reply) => payments.pay(request, reply),
      openChannel: (request, reply) => openChannel(ownNode, openings, request, reply),
      updateChannel: (update, reply) => updateChannel(ownNode, update, reply),
      leave: (token, reply) => leaveNetwork(ownNode, token, reply),
      registerToken: (token, reply) => registerToken(ownNode, token, reply),
      mint: (request, reply) => mint(ownNode, request, reply),
      userDeposit: (request, reply) => changeUserDeposit(ownNode, request, reply),
      pendingTransfers: () => pendingTransfersOf(node),
    };
  };
}
