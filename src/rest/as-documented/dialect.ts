import { z } from 'zod';
import { paymentForm } from '../payments/payment-form.ts';
import { wireLeftPartners, wireTenFields } from '../raiden/channel.ts';
import { raiden } from '../raiden/dialect.ts';
import { raidenEndpoints } from '../raiden/endpoints.ts';
import { namingLeft } from '../raiden/naming-left.ts';
import { paymentBody, receiptFields } from '../raiden/payment.ts';
import type { NodeEndpoints, RestDialect } from '../rest-dialect.ts';

const { channels, channelsOfToken, channel, openChannel, updateChannel, leave } = raidenEndpoints;
const list = { answer: z.array(wireTenFields).readonly() };

/** The endpoints of the Python node with channels of the ten fields that the document names. */
export const documentedEndpoints: NodeEndpoints = {
  ...raidenEndpoints,
  channels: { ...channels, ...list },
  channelsOfToken: { ...channelsOfToken, ...list },
  channel: { ...channel, answer: wireTenFields },
  openChannel: { ...openChannel, answer: wireTenFields },
  updateChannel: { ...updateChannel, answer: wireTenFields.nullable() },
  leave: { ...leave, answer: wireLeftPartners },
};

/** A node that keeps to the API document, and where that is silent to the Python node (api.md 1). */
export const asDocumented: RestDialect = {
  ...raiden,
  name: 'as-documented',
  payment: paymentForm({ endpoint: documentedEndpoints.pay, body: paymentBody, receipt: receiptFields }),
  endpoints: documentedEndpoints,
  disguise: namingLeft,
};
