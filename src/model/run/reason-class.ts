/**
 * Why a node refused, as a class that survives differences of wording between implementations.
 * Texts embed block numbers, so outcomes are compared by class, never by text (raiden.md 1.5).
 */
export const REASON_CLASSES = [
  'no-suitable-channel',
  'no-route',
  'no-usable-route',
  'max-fee-exceeded',
  'target-offline',
  'lock-expired',
  'identifier-in-flight',
  'invalid-amount',
  'invalid-identifier',
  'invalid-request',
  'self-payment',
  'unknown-token',
  'unknown-channel',
  'unknown-address',
  'channel-not-open',
  'channel-exists',
  'insufficient-funds',
  'deposit-not-increased',
  'withdraw-not-increased',
  'withdraw-exceeds-balance',
  'partner-offline',
  'invalid-timeout',
  'path-finding-unavailable',
  'service-unavailable',
  'not-supported',
  'canceled',
  'unreachable',
  'driver-limit',
  'expectation-not-met',
  'server-error',
  'other',
] as const;

/** Why a node refused, or why nobody knows, as one of few classes. */
export type ReasonClass = (typeof REASON_CLASSES)[number];

/** A class of reasons, or an outcome of a contract, as people say it: `no route` for `no-route`. */
export function reasonWords(reason: string): string {
  return reason.replaceAll('-', ' ');
}
