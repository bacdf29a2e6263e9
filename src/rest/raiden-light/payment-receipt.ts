import { currentDate } from '../../runtime/real-clock.ts';
import type { PlainReceipt } from '../payments/payment-form.ts';
import { receiptFields } from '../raiden/payment-receipt.ts';
import { wireRecord } from '../wire/record.ts';

/** The fields of the answer of a payment that succeeded. */
export const lightReceiptFields = {
  ...receiptFields,
  initiatorAddress: ['initiator', receiptFields.initiatorAddress[1]],
  targetAddress: ['target', receiptFields.targetAddress[1]],
} as const;

/** The answer of a payment that succeeded: its entry in the history with the secret. */
export const wireLightReceipt = wireRecord<PlainReceipt>(lightReceiptFields, {
  constants: {
    event: () => 'EventPaymentSentSuccess',
    // To the millisecond and without a zone.
    log_time: () => currentDate().slice(0, -1),
  },
}).meta({ id: 'Payment' });
