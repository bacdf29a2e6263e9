import { z } from 'zod';
import type { PendingTransfer } from '../../model/run/answer.ts';
import type { PaymentRequest } from '../../ports/node-api.ts';
import { currentDate } from '../../runtime/real-clock.ts';
import type { NodeEndpoints } from '../rest-dialect.ts';
import type { PlainReceipt } from '../payments/payment-form.ts';
import { documentedEndpoints } from '../as-documented/dialect.ts';
import {
  paymentRequestFields,
  pendingTransferFields,
  receiptFields,
  wirePaymentEvent,
  wireReceivedEvent,
  wireSentEvent,
} from '../raiden/payment.ts';
import { wholeInteger } from '../wire/request-field.ts';
import { wireRecord } from '../wire/record.ts';

/** Body of POST payments: the fraction of an amount is not cut off but refused (real-nodes.md 4). */
const wireLightPaymentRequest = wireRecord<Omit<PaymentRequest, 'token' | 'target'>>(
  {
    ...paymentRequestFields,
    amount: ['amount', wholeInteger],
    identifier: ['identifier', wholeInteger.nullish()],
  },
  { isStrict: true },
).meta({ id: 'PaymentRequest' });

/** The fields of the answer of a payment that succeeded. */
export const lightReceiptFields = {
  ...receiptFields,
  initiatorAddress: ['initiator', receiptFields.initiatorAddress[1]],
  targetAddress: ['target', receiptFields.targetAddress[1]],
} as const;

/** The answer of a payment that succeeded: its entry in the history with the secret. */
const wireLightReceipt = wireRecord<PlainReceipt>(lightReceiptFields, {
  constants: {
    event: () => 'EventPaymentSentSuccess',
    // To the millisecond and without a zone.
    log_time: () => currentDate().slice(0, -1),
  },
}).meta({ id: 'Payment' });

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

const {
  settings: _settings,
  registerToken: _registerToken,
  mint: _mint,
  userDeposit: _userDeposit,
  notifications: _notifications,
  ...shared
} = documentedEndpoints;

/** The endpoints of the light client, which lacks some of the Python node's (raiden.md 1.8). */
export const lightEndpoints: NodeEndpoints = {
  ...shared,
  openChannel: { ...shared.openChannel, successes: [201] },
  leave: { ...shared.leave, refusals: [404, 409, 503] },
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
