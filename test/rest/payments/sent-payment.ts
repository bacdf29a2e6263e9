import type { PaymentToSend } from '../../../src/ports/node-dialect.ts';

/** Ten units from one node to another. */
export const PAYMENT: PaymentToSend = {
  initiator: '0x4Ad3Cd5dD24994516Ab07Cb084b1A257faF45141',
  target: '0x1BbaD295bEb8977F22b485c3a541c663c7591Ddc',
  token: '0xC352A7F11e8476Ad4e9e3744470556D867a7b1fa',
  amount: 10n,
  identifier: 7n,
};
