import type { Answer, ErrorBody } from './answer.ts';
import { nodeLine } from '../node-text.ts';
import type { ReasonClass } from './reason-class.ts';

// First match wins. The words of the Python node, which simulated nodes use (raiden.md 1.2 to 1.6), and of the services
// that nodes ask.
const BY_TEXT: readonly (readonly [RegExp, ReasonClass])[] = [
  // They name the fields that a request has or should have, which says nothing of these.
  [/at the same time|nothing to do|provided invalid channel state/i, 'invalid-request'],
  [/maximum fee limit/i, 'max-fee-exceeded'],
  [/no suitable channel/i, 'no-suitable-channel'],
  [/none of the available routes/i, 'no-usable-route'],
  [/lock expired/i, 'lock-expired'],
  [/user canceled/i, 'canceled'],
  [/no user found online|target not online|fetch user information|target offline/i, 'target-offline'],
  [/source not online/i, 'service-unavailable'],
  [
    /could not find any routes|no route|error code: 2201|sufficient capacity|no channel (from|to)/i,
    'no-route',
  ],
  [/pathfinding service could not be used|PFS/i, 'path-finding-unavailable'],
  [/same id is in flight/i, 'identifier-in-flight'],
  [/payment identifier|identifier (cannot|is too)/i, 'invalid-identifier'],
  [/amount negative|amount too large/i, 'invalid-amount'],
  [/different than ours|same ?(peer|address for both)|with (it)?self/i, 'self-payment'],
  [
    /token address is not known|^token \S+ not found|not registered|does not (contain code|exist)|no token network|does not match a raiden token/i,
    'unknown-token',
  ],
  [/channel with partner|requested channel/i, 'unknown-channel'],
  [/not in an open state|closed channel|already closed|invalid channel state/i, 'channel-not-open'],
  [/deposit did not increase|deposit must not be negative/i, 'deposit-not-increased'],
  [/bigger than the current balance/i, 'withdraw-exceeds-balance'],
  [/withdraw \S+ did not increase|withdraw must not be negative/i, 'withdraw-not-increased'],
  [/not enough balance|insufficient funds|account balance is below/i, 'insufficient-funds'],
  [/partner.*(offline|not online|not reachable)|(offline|not online).*partner/i, 'partner-offline'],
  [/reveal[_ ]?timeout|settle(ment)?[_ ]?timeout/i, 'invalid-timeout'],
  [/invalid endpoint/i, 'unknown-address'],
];

/** Classifies a refusal in the words of simulated nodes by its status and text; total: unknown texts are `other` or `server-error`. */
export function classifyReason({
  status,
  errors,
}: {
  readonly status: number;
  readonly errors: ErrorBody;
}): ReasonClass {
  const text = errorText(errors);
  if (status === 503) return 'service-unavailable';
  if (status === 501 || status === 405) return 'not-supported';
  // Texts by field: the request breaks the schema, whatever its fields are called.
  if (typeof errors === 'object' && !Array.isArray(errors)) return 'invalid-request';
  const reasonByText = BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
  if (reasonByText) return reasonByText;
  if (status >= 500) return 'server-error';
  return status === 400 ? 'invalid-request' : 'other';
}

/**
 * The answer of a node that says no in the words of simulated nodes; `reason`: what those words are known to be classified
 * as, since to look for it takes longer than most else that such an answer needs.
 */
export function refused(
  status: number,
  errors: ErrorBody,
  reason = classifyReason({ status, errors }),
): Extract<Answer<never>, { kind: 'refused' }> {
  return { kind: 'refused', status, errors, reason };
}

/** One line for people. */
export function errorText(errors: ErrorBody): string {
  if (typeof errors === 'string') return errors;
  if (Array.isArray(errors)) return errors.join(': ');
  return Object.entries(errors as Readonly<Record<string, readonly string[]>>)
    .map(([field, texts]) => `${field}: ${[texts].flat().join(', ')}`)
    .join('; ');
}

/** Why there is no value, in one line: what the node refused with, or what kept it from answering. */
export function withoutValueText(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind !== 'refused') return answer.detail;
  const text = errorText(answer.errors).trim();
  return `${answer.status} ${text === '' ? 'with an empty body' : nodeLine(text)}`;
}
