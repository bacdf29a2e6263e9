import { classifyReason, errorText } from '../../model/run/reason.ts';
import type { ErrorBody } from '../../model/run/answer.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';

// First match wins (raiden.md 1.8, and as seen on live light clients).
const BY_TEXT: readonly (readonly [RegExp, ReasonClass])[] = [
  [/transfer expired/i, 'lock-expired'],
  [/unknown token ?network/i, 'unknown-token'],
  [/invalid amount parameter/i, 'invalid-amount'],
  [/invalid identifier parameter/i, 'invalid-identifier'],
  [/expiration too soon|too far in the future/i, 'invalid-timeout'],
  [/insufficient balance/i, 'insufficient-funds'],
  [/no channels on/i, 'unknown-channel'],
  [/invalid channel state/i, 'channel-not-open'],
  [/is not valid eip55/i, 'unknown-address'],
];

/** Why a light client refused; what passes on a service's words is classified by those. */
export function lightReason(refusal: { readonly status: number; readonly errors: ErrorBody }): ReasonClass {
  const text = errorText(refusal.errors);
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? classifyReason(refusal);
}
