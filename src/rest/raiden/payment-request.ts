import { z } from 'zod';
import type { OwnPath, PaymentRequest } from '../../ports/node-api.ts';
import type { PaymentForm } from '../../ports/node-dialect.ts';
import { wireRecord } from '../wire/record.ts';
import { bodyAddress, bytes32, optionalInteger, requiredInteger } from '../wire/request-field.ts';

const wirePath = wireRecord<OwnPath>({
  route: ['route', z.array(bodyAddress).readonly()],
  fee: ['fee', optionalInteger],
});

// What a path says of its nodes besides, under `address_metadata`, a simulated network has no use for.
const wirePaths = z.array(wirePath).readonly().nullish();

/** The fields of the body of POST payments (api.md 4.2, raiden.md 1.5). */
export const paymentRequestFields = {
  amount: ['amount', requiredInteger],
  identifier: ['identifier', optionalInteger],
  secret: ['secret', bytes32({ tooShort: 'Not a valid hex encoded secret, it is not 32 characters long.' })],
  secretHash: [
    'secret_hash',
    bytes32({ tooShort: 'Not a valid secrethash, decoded value is not 32 bytes long.' }),
  ],
  lockTimeout: ['lock_timeout', optionalInteger],
  paths: ['paths', wirePaths],
} as const;

/** Body of POST payments. */
export const wirePaymentRequest = wireRecord<Omit<PaymentRequest, 'token' | 'target'>>(paymentRequestFields, {
  isStrict: true,
}).meta({ id: 'PaymentRequest' });

/** The same body, put together by hand. */
export const paymentBody: PaymentForm['body'] = ({ amount, identifier, lockTimeout }) => {
  const blocks = lockTimeout === undefined ? '' : `,"lock_timeout":"${lockTimeout}"`;
  return `{"amount":"${amount}","identifier":"${identifier}"${blocks}}`;
};
