import type { PaymentRequest } from '../../ports/node-api.ts';
import { paymentRequestFields } from '../raiden/payment-request.ts';
import { wireRecord } from '../wire/record.ts';
import { wholeInteger } from '../wire/request-field.ts';

/** Body of POST payments: the fraction of an amount is not cut off but refused (real-nodes.md 4). */
export const wireLightPaymentRequest = wireRecord<Omit<PaymentRequest, 'token' | 'target'>>(
  {
    ...paymentRequestFields,
    amount: ['amount', wholeInteger],
    identifier: ['identifier', wholeInteger.nullish()],
  },
  { isStrict: true },
).meta({ id: 'PaymentRequest' });
