import { z } from 'zod';
import type { PaymentReceipt } from '../../../model/run/answer.ts';
import { wireAddress } from './address.ts';
import { wireAmount, wireInteger } from './integer.ts';

const hash = z.string().meta({ pattern: '^0x[0-9a-f]{64}$' });

/** The answer of a payment that succeeded: exactly seven keys (raiden.md 1.5). */
export const wirePaymentReceipt = z
  .codec(
    z.object({
      initiator_address: wireAddress,
      target_address: wireAddress,
      token_address: wireAddress,
      amount: wireAmount,
      identifier: wireInteger,
      secret: hash,
      secret_hash: hash,
    }),
    z.custom<PaymentReceipt>(),
    {
      decode: (body) => ({
        initiatorAddress: body.initiator_address,
        targetAddress: body.target_address,
        tokenAddress: body.token_address,
        amount: body.amount,
        identifier: body.identifier,
        secret: body.secret,
        secretHash: body.secret_hash,
      }),
      encode: (receipt) => ({
        initiator_address: receipt.initiatorAddress,
        target_address: receipt.targetAddress,
        token_address: receipt.tokenAddress,
        amount: receipt.amount,
        identifier: receipt.identifier,
        secret: receipt.secret,
        secret_hash: receipt.secretHash,
      }),
    },
  )
  .meta({ id: 'Payment' });
