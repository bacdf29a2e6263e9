import type { NodeIndex } from '../model/network/indices.ts';
import type { PendingTransfer } from '../model/run/answer.ts';
import type { Blocks } from '../ports/blocks.ts';
import type { NodeDesk } from '../ports/protocol.ts';
import { ChannelDesk } from './channels/channel-desk.ts';
import type { Openings } from './channels/opening.ts';
import type { SendPayment } from './payments/payment.ts';
import { PaymentDesk } from './payments/payment-desk.ts';
import type { World } from './world.ts';

/** Desks of nodes that keep their channels as Raiden's contracts have it, and send payments as their protocol does. */
export function nodeDesks({
  world,
  blocks,
  send,
  pendingTransfersOf,
}: {
  readonly world: World;
  /** Where channel transactions go. */
  readonly blocks: Blocks;
  readonly send: SendPayment;
  readonly pendingTransfersOf: (node: NodeIndex) => readonly PendingTransfer[];
}): (node: NodeIndex) => NodeDesk {
  const openings: Openings = new Map();
  return (node) => {
    const payments = new PaymentDesk(world, node, send);
    const channels = new ChannelDesk({ world, node, blocks, openings });
    return {
      pay: (request, reply) => payments.pay(request, reply),
      openChannel: (request, reply) => channels.open(request, reply),
      updateChannel: (update, reply) => channels.update(update, reply),
      leave: (token, reply) => channels.leave(token, reply),
      pendingTransfers: () => pendingTransfersOf(node),
    };
  };
}
