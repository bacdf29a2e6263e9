import { z } from 'zod';
import type { PlainReceipt } from '../payments/payment-form.ts';
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
export const wirePaymentReceipt = wireRecord<PlainReceipt>(receiptFields).meta({
  id: 'Payment',
});
