import { z } from 'zod';
import type { PendingTransfer } from '../../../model/run/answer.ts';
import { wireAddress } from './address.ts';
import { wireAmount, wireInteger } from './integer.ts';

// The light client writes `target,` (raiden.md 1.8).
const role = z.codec(
  z.enum(['initiator', 'mediator', 'target', 'target,']).meta({ enum: ['initiator', 'mediator', 'target'] }),
  z.enum(['initiator', 'mediator', 'target']),
  { decode: (wire) => (wire === 'target,' ? 'target' : wire), encode: (value) => value },
);

/** One transfer in flight; the amounts are those of the channel's balance proof (raiden.md 1.1). */
export const wirePendingTransfer = z
  .codec(
    z.object({
      payment_identifier: wireInteger,
      token_address: wireAddress,
      token_network_address: wireAddress,
      channel_identifier: wireInteger,
      initiator: wireAddress,
      target: wireAddress,
      transferred_amount: wireAmount,
      locked_amount: wireAmount,
      role,
    }),
    z.custom<PendingTransfer>(),
    {
      decode: (wire) => ({
        paymentIdentifier: wire.payment_identifier,
        tokenAddress: wire.token_address,
        tokenNetworkAddress: wire.token_network_address,
        channelIdentifier: wire.channel_identifier,
        initiator: wire.initiator,
        target: wire.target,
        transferredAmount: wire.transferred_amount,
        lockedAmount: wire.locked_amount,
        role: wire.role,
      }),
      encode: (transfer) => ({
        payment_identifier: transfer.paymentIdentifier,
        token_address: transfer.tokenAddress,
        token_network_address: transfer.tokenNetworkAddress,
        channel_identifier: transfer.channelIdentifier,
        initiator: transfer.initiator,
        target: transfer.target,
        transferred_amount: transfer.transferredAmount,
        locked_amount: transfer.lockedAmount,
        role: transfer.role,
      }),
    },
  )
  .meta({ id: 'PendingTransfer' });

/** All transfers in flight that a node knows of. */
export const wirePendingTransfers = z.array(wirePendingTransfer).readonly();
