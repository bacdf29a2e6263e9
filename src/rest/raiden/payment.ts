import { z } from 'zod';
import type { OwnPath, PaymentRequest } from '../../ports/node-api.ts';
import type { PaymentForm } from '../../ports/node-dialect.ts';
import { wireRecord } from '../wire/record.ts';
import { bodyAddress, bytes32, optionalInteger, requiredInteger } from '../wire/request-field.ts';
import type { PlainReceipt } from '../payments/payment-form.ts';
import { wireAddress, wireAmount, wireInteger } from '../wire/scalars.ts';
import type { PaymentEvent, PendingTransfer } from '../../model/run/answer.ts';
import { ENTRY_KINDS, ENTRY_NAMES } from '../../model/run/run-json.ts';

const wirePath = wireRecord<OwnPath>({
  route: ['route', z.array(bodyAddress).readonly()],
  fee: ['fee', optionalInteger],
});

// The `address_metadata` of a path is ignored: simulated networks have no use for it.
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

const always = {
  log_time: z.string().meta({ example: '2026-11-21T01:54:51.051000' }),
  token_address: wireAddress,
};

/** An entry for a payment that was sent. */
export const wireSentEvent = z.object({
  event: z.literal(ENTRY_NAMES.sent),
  amount: wireAmount,
  target: wireAddress,
  identifier: wireInteger,
  ...always,
});

/** An entry for a payment that was received. */
export const wireReceivedEvent = z.object({
  event: z.literal(ENTRY_NAMES.received),
  amount: wireAmount,
  initiator: wireAddress,
  identifier: wireInteger,
  ...always,
});

/** An entry for a payment that failed on its way: neither amount nor identifier (raiden.md 1.6). */
export const wireFailedEvent = z.object({
  event: z.literal(ENTRY_NAMES.failed),
  reason: z.string(),
  target: wireAddress,
  ...always,
});

type WireEvent = z.output<typeof wireSentEvent | typeof wireReceivedEvent | typeof wireFailedEvent>;

/** One entry of the payment history (raiden.md 1.6), of the kinds that a node lists. */
export function wirePaymentEvent(kinds: z.ZodType<WireEvent>): z.ZodType<PaymentEvent> {
  return z.codec(kinds, z.custom<PaymentEvent>(), {
    decode: ({ event, log_time: logTime, token_address: tokenAddress, ...rest }) =>
      ({ kind: ENTRY_KINDS.get(event), ...rest, logTime, tokenAddress }) as PaymentEvent,
    encode: ({ kind, logTime, tokenAddress, ...rest }) =>
      ({ event: ENTRY_NAMES[kind], ...rest, log_time: logTime, token_address: tokenAddress }) as WireEvent,
  });
}

/** The fields of a transfer in flight; the amounts are those of the channel's balance proof (raiden.md 1.1). */
export const pendingTransferFields = {
  paymentIdentifier: ['payment_identifier', wireInteger],
  tokenAddress: ['token_address', wireAddress],
  tokenNetworkAddress: ['token_network_address', wireAddress],
  channelIdentifier: ['channel_identifier', wireInteger],
  initiator: ['initiator', wireAddress],
  target: ['target', wireAddress],
  transferredAmount: ['transferred_amount', wireAmount],
  lockedAmount: ['locked_amount', wireAmount],
  role: ['role', z.enum(['initiator', 'mediator', 'target'])],
} as const;

/** One transfer in flight. */
export const wirePendingTransfer = wireRecord<PendingTransfer>(pendingTransferFields).meta({
  id: 'PendingTransfer',
});
