import type { PaymentReceipt } from '../../model/run/answer.ts';
import type { ReceiptFields } from '../../ports/node-dialect.ts';
import { currentDate } from '../../runtime/real-clock.ts';
import { receiptFields } from '../raiden/payment-receipt.ts';
import { wireRecord } from '../wire/record.ts';

/** The answer of a payment that succeeded: its entry in the history with the secret. */
export const wireLightReceipt = wireRecord<Omit<PaymentReceipt, 'isSecretUsed'>>(
  {
    ...receiptFields,
    initiatorAddress: ['initiator', receiptFields.initiatorAddress[1]],
    targetAddress: ['target', receiptFields.targetAddress[1]],
  },
  {
    constants: {
      event: () => 'EventPaymentSentSuccess',
      // To the millisecond and without a zone.
      log_time: () => currentDate().slice(0, -1),
    },
  },
).meta({ id: 'Payment' });

/** The same for those who read it by its bytes: the time is another in each. */
export const LIGHT_RECEIPT_FIELDS: ReceiptFields = {
  initiator: 'initiator',
  target: 'target',
  token_address: 'token',
  amount: 'amount',
  identifier: 'identifier',
  secret: 'secret',
  secret_hash: 'secretHash',
  log_time: 'text',
};
