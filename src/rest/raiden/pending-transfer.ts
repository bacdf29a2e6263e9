import { z } from 'zod';
import type { PendingTransfer } from '../../model/run/answer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireInteger } from '../wire/integer.ts';
import { wireRecord } from '../wire/record.ts';

/** The fields of a transfer in flight; the amounts are those of the channel's balance proof (raiden.md 1.1). */
export const pendingTransferFields = {
  paymentIdentifier: ['payment_identifier', wireInteger],
  tokenAddress: ['token_address', wireAddress],
  tokenNetworkAddress: ['token_network_address', wireAddress],
  channelIdentifier: ['channel_identifier', wireInteger],
  initiator: ['initiator', wireAddress],
  target: ['target', wireAddress],
  transferredAmount: ['transferred_amount', wireAmount],
  lockedAmount: ['locked_amount', wireAmount],
  role: ['role', z.enum(['initiator', 'mediator', 'target'])],
} as const;

/** One transfer in flight. */
export const wirePendingTransfer = wireRecord<PendingTransfer>(pendingTransferFields).meta({
  id: 'PendingTransfer',
});
