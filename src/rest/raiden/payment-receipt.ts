import { z } from 'zod';
import type { PaymentReceipt } from '../../model/run/answer.ts';
import type { ReceiptFields } from '../../ports/node-dialect.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireInteger } from '../wire/integer.ts';
import { wireRecord } from '../wire/record.ts';

const wireHash = z.string().meta({ pattern: '^0x[0-9a-f]{64}$' });

/** The fields of the answer of a payment that succeeded: exactly seven (raiden.md 1.5). */
export const receiptFields = {
  initiatorAddress: ['initiator_address', wireAddress],
  targetAddress: ['target_address', wireAddress],
  tokenAddress: ['token_address', wireAddress],
  amount: ['amount', wireAmount],
  identifier: ['identifier', wireInteger],
  secret: ['secret', wireHash],
  secretHash: ['secret_hash', wireHash],
} as const;

/** The answer of a payment that succeeded. */
export const wirePaymentReceipt = wireRecord<Omit<PaymentReceipt, 'isSecretUsed'>>(receiptFields).meta({
  id: 'Payment',
});

/** The same for those who read it by its bytes. */
export const RECEIPT_FIELDS: ReceiptFields = {
  initiator_address: 'initiator',
  target_address: 'target',
  token_address: 'token',
  amount: 'amount',
  identifier: 'identifier',
  secret: 'secret',
  secret_hash: 'secretHash',
};
