import { z } from 'zod';
import type { PaymentEvent } from '../../model/run/answer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireInteger } from '../wire/integer.ts';

const always = {
  log_time: z.string().meta({ example: '2026-11-21T01:54:51.051000' }),
  token_address: wireAddress,
};

/** An entry for a payment that was sent. */
export const wireSentEvent = z.object({
  event: z.literal('EventPaymentSentSuccess'),
  amount: wireAmount,
  target: wireAddress,
  identifier: wireInteger,
  ...always,
});

/** An entry for a payment that was received. */
export const wireReceivedEvent = z.object({
  event: z.literal('EventPaymentReceivedSuccess'),
  amount: wireAmount,
  initiator: wireAddress,
  identifier: wireInteger,
  ...always,
});

/** An entry for a payment that failed on its way: neither amount nor identifier (raiden.md 1.6). */
export const wireFailedEvent = z.object({
  event: z.literal('EventPaymentSentFailed'),
  reason: z.string(),
  target: wireAddress,
  ...always,
});

type WireEvent = z.output<typeof wireSentEvent | typeof wireReceivedEvent | typeof wireFailedEvent>;

const EVENTS = {
  sent: 'EventPaymentSentSuccess',
  received: 'EventPaymentReceivedSuccess',
  failed: 'EventPaymentSentFailed',
} as const;
const KINDS = {
  EventPaymentSentSuccess: 'sent',
  EventPaymentReceivedSuccess: 'received',
  EventPaymentSentFailed: 'failed',
} as const;

/** One entry of the payment history (raiden.md 1.6), of the kinds that a node lists. */
export function wirePaymentEvent(kinds: z.ZodType<WireEvent>): z.ZodType<PaymentEvent> {
  return z.codec(kinds, z.custom<PaymentEvent>(), {
    decode: ({ event, log_time, token_address, ...rest }) =>
      ({ kind: KINDS[event], ...rest, logTime: log_time, tokenAddress: token_address }) as PaymentEvent,
    encode: ({ kind, logTime, tokenAddress, ...rest }) =>
      ({ event: EVENTS[kind], ...rest, log_time: logTime, token_address: tokenAddress }) as WireEvent,
  });
}
