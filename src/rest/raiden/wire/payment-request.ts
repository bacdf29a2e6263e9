import { z } from 'zod';
import type { PaymentRequest } from '../../../ports/node-api.ts';
import { bytes32, optionalInteger, present, requiredInteger } from './request-field.ts';

/** Body of POST payments (api.md 4.2, raiden.md 1.5). */
export const wirePaymentRequest = z
  .codec(
    z.strictObject({
      amount: requiredInteger,
      identifier: optionalInteger,
      secret: bytes32({ tooShort: 'Not a valid hex encoded secret, it is not 32 characters long.' }),
      secret_hash: bytes32({ tooShort: 'Not a valid secrethash, decoded value is not 32 bytes long.' }),
      lock_timeout: optionalInteger,
    }),
    z.custom<Omit<PaymentRequest, 'token' | 'target'>>(),
    {
      decode: (wire) => ({
        amount: wire.amount,
        ...present({
          identifier: wire.identifier,
          secret: wire.secret,
          secretHash: wire.secret_hash,
          lockTimeout: wire.lock_timeout,
        }),
      }),
      encode: (request) => ({
        amount: request.amount,
        ...present({
          identifier: request.identifier,
          secret: request.secret,
          secret_hash: request.secretHash,
          lock_timeout: request.lockTimeout,
        }),
      }),
    },
  )
  .meta({ id: 'PaymentRequest' });
