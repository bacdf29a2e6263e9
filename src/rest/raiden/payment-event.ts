import { z } from 'zod';
import type { PaymentEvent } from '../../model/run/answer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireInteger } from '../wire/integer.ts';

const always = {
  log_time: z.string().meta({ example: '2026-11-21T01:54:51.051000' }),
  token_address: wireAddress,
};

const wireEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('EventPaymentSentSuccess'),
    amount: wireAmount,
    target: wireAddress,
    identifier: wireInteger,
    ...always,
  }),
  z.object({
    event: z.literal('EventPaymentReceivedSuccess'),
    amount: wireAmount,
    initiator: wireAddress,
    identifier: wireInteger,
    ...always,
  }),
  // Carries neither amount nor identifier (raiden.md 1.6).
  z.object({
    event: z.literal('EventPaymentSentFailed'),
    reason: z.string(),
    target: wireAddress,
    ...always,
  }),
]);

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

/** One entry of the payment history (raiden.md 1.6). */
export const wirePaymentEvent = z
  .codec(wireEvent, z.custom<PaymentEvent>(), {
    decode: ({ event, log_time, token_address, ...rest }) =>
      ({ kind: KINDS[event], ...rest, logTime: log_time, tokenAddress: token_address }) as PaymentEvent,
    encode: ({ kind, logTime, tokenAddress, ...rest }) =>
      ({ event: EVENTS[kind], ...rest, log_time: logTime, token_address: tokenAddress }) as z.output<
        typeof wireEvent
      >,
  })
  .meta({ id: 'PaymentEvent' });

/** The payment history, oldest first. */
export const wirePaymentEvents = z.array(wirePaymentEvent).readonly();
