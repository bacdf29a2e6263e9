import { z } from 'zod';
import type { ChannelView, PendingTransfer } from '../../model/run/answer.ts';
import type { NodeEndpoints } from '../node-endpoints.ts';
import { channelFields } from '../raiden/channel.ts';
import { raidenEndpoints } from '../raiden/endpoints.ts';
import { wirePaymentEvent, wireReceivedEvent, wireSentEvent } from '../raiden/payment-event.ts';
import { pendingTransferFields } from '../raiden/pending-transfer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireRecord } from '../wire/record.ts';
import { wireLightReceipt } from './payment-receipt.ts';
import { wireLightPaymentRequest } from './payment-request.ts';

// Ten fields: it has no network state.
const channel = wireRecord<ChannelView>(channelFields).meta({ id: 'Channel' });
const channels = { answer: z.array(channel).readonly() };

// Of each channel it left, the partner; what a sandbox says of a channel that is gone already is null.
const leftChannels = z
  .array(
    z.codec(wireAddress.nullable(), z.custom<ChannelView | null>(), {
      decode: () => null,
      encode: (left) => left?.partnerAddress ?? null,
    }),
  )
  .readonly();

// The light client writes `target,`.
const role = z.codec(
  z.enum(['initiator', 'mediator', 'target', 'target,']),
  z.enum(['initiator', 'mediator', 'target']),
  {
    decode: (wire) => (wire === 'target,' ? 'target' : wire),
    encode: (value) => (value === 'target' ? 'target,' : value),
  },
);
const pendingTransfer = wireRecord<PendingTransfer>({ ...pendingTransferFields, role: ['role', role] });
const pending = { answer: z.array(pendingTransfer.meta({ id: 'PendingTransfer' })).readonly() };

const event = wirePaymentEvent(z.discriminatedUnion('event', [wireSentEvent, wireReceivedEvent]));
const history = { answer: z.array(event.meta({ id: 'PaymentEvent' })).readonly() };

const { settings: _absent, ...shared } = raidenEndpoints;

/** What the light client answers; it has no settings. */
export const lightEndpoints: NodeEndpoints = {
  ...shared,
  channels: { ...shared.channels, ...channels },
  channelsOfToken: { ...shared.channelsOfToken, ...channels },
  channel: { ...shared.channel, answer: channel },
  openChannel: { ...shared.openChannel, answer: channel },
  updateChannel: { ...shared.updateChannel, answer: channel.nullable() },
  leave: { ...shared.leave, answer: leftChannels },
  pay: {
    ...shared.pay,
    body: wireLightPaymentRequest,
    answer: wireLightReceipt,
    refusals: [...shared.pay.refusals, 500],
  },
  payments: { ...shared.payments, ...history },
  paymentsOfToken: { ...shared.paymentsOfToken, ...history },
  paymentsWithPartner: { ...shared.paymentsWithPartner, ...history },
  pendingTransfers: { ...shared.pendingTransfers, ...pending },
  pendingTransfersOfToken: { ...shared.pendingTransfersOfToken, ...pending },
  pendingTransfersInChannel: { ...shared.pendingTransfersInChannel, ...pending },
};
