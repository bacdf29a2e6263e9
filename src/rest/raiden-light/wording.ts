import type { ReasonClass } from '../../model/run/reason-class.ts';
import type { RefusalsTold } from '../../model/run/run.ts';
import { classifyReason, errorText } from '../../model/run/reason.ts';
import { MISSING } from '../wire/request-field.ts';
import type { Refusal, Wording } from '../wording.ts';
import type { ErrorBody } from '../../model/run/answer.ts';

/** It has one answer for every payment that has no way, and 402 for every withdrawal that it will not make. */
export const lightRefusals: RefusalsTold = {
  'no-suitable-channel': { reason: 'no-route' },
  'no-usable-route': { reason: 'no-route' },
  'withdraw-exceeds-balance': { reason: 'insufficient-funds', status: 402 },
  'withdraw-not-increased': { reason: 'insufficient-funds', status: 402 },
  'invalid-amount': { status: 400 },
  'invalid-identifier': { status: 400 },
};

// Its own words where they mean what a simulated node means (real-nodes.md 4); anything else stays as that says it.
const OWN_WORDS: Readonly<Partial<Record<ReasonClass, string>>> = {
  'no-route': 'No route between nodes found.',
  'target-offline': 'There is no user found online for given address.',
  'lock-expired': 'Transfer expired.',
  'insufficient-funds': 'Insufficient balance.',
  'channel-not-open': 'Invalid channel state.',
  'invalid-amount': 'Invalid amount parameter.',
  'invalid-identifier': 'Invalid identifier parameter.',
};

/**
 * Refusals in the form of the light client: texts instead of JSON, and a page of its framework for what it did not
 * expect (raiden.md 1.8).
 */
export const lightWording: Wording = {
  invalidAddress: ({ value }) =>
    text(404, `The given address '${value}' is not valid eip55-encoded Ethereum address`),
  invalidFields: (errors) => {
    const [field = 'body', [said] = []] = Object.entries(errors)[0] ?? [];
    if (field === 'amount' && said === MISSING) return page('Internal Server Error');
    // The SDK itself complains about an address in a body that is none.
    if (field.endsWith('_address') && said !== MISSING) return text(409, `Invalid ${field}`);
    return text(400, `Invalid ${field} parameter.`);
  },
  refused: ({ status, errors, operation }) => {
    const reason = classifyReason({ status, errors });
    if (status >= 500) return page(errorText(errors));
    if (reason === 'unknown-token' && operation === 'pay') return page('Unknown Tokennetwork');
    if (reason === 'unknown-token' && operation === 'leaveTokenNetwork')
      return text(404, 'No channels on tokenNetwork');
    // The SDK treats a payment to itself like any that has no way.
    const isPaidToItself = reason === 'self-payment' && operation === 'pay';
    const told = isPaidToItself ? lightRefusals['no-suitable-channel'] : lightRefusals[reason];
    return text(told?.status ?? status, OWN_WORDS[told?.reason ?? reason] ?? errorText(errors));
  },
  unknownPath: page('Undefined resource'),
  methodNotAllowed: page('Undefined resource'),
  noJson: page('Unexpected end of JSON input'),
  malformed: page('Unexpected token in JSON'),
};

function text(status: number, words: string): Refusal {
  return { status, byHandler: false, text: words, type: 'text/plain', charset: 'utf-8' };
}

function page(words: string): Refusal {
  const html = `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>${words}</pre></body></html>\n`;
  return { status: 500, byHandler: false, text: html, type: 'text/html', charset: 'utf-8' };
}

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
  const said = errorText(refusal.errors);
  const found = BY_TEXT.find(([pattern]) => pattern.test(said))?.[1];
  // Whatever it says of a withdrawal that it will not make (raiden.md 1.8).
  return found ?? (refusal.status === 402 ? 'insufficient-funds' : classifyReason(refusal));
}
