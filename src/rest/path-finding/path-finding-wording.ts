import { raidenWording } from '../raiden/wording.ts';
import type { Refusal, Wording } from '../wording.ts';
import { IOU_CODES } from './service-account.ts';

// Error codes of the path-finding service (raiden.md 3.4).
const INVALID_REQUEST = 2000;
const INVALID_NETWORK = 2003;
const NO_FAULT_IN_PARTICULAR = 0;
/** The text of a refusal, which decides its code. */
export const NO_SUCH_NETWORK = 'This service does not work on the given token network.';
const CODES: Readonly<Record<string, number>> = { ...IOU_CODES, [NO_SUCH_NETWORK]: 2004 };
const INVALID_ADDRESS = 2006;
const NO_ROUTE = 2201;
const NOT_ONLINE = 2203;

/** Refusals as the path-finding service words them: a text, a code, details; what its framework says is as a node's. */
export const pathFindingWording: Wording = {
  ...raidenWording,
  invalidAddress: ({ name, value }) =>
    name === 'token_network_address'
      ? refusal('Invalid token network address', INVALID_NETWORK, { address: value })
      : refusal('Invalid address', INVALID_ADDRESS, { address: value }),
  invalidFields: (errors) =>
    refusal('Request parameter failed validation. See `error_details`.', INVALID_REQUEST, errors),
  refused: ({ status, errors, operation }) => {
    if (typeof errors !== 'string') return pathFindingWording.invalidFields(errors as Fields);
    const code = CODES[errors];
    if (code !== undefined) return refusal(errors, code, {});
    return { ...(BARE_REFUSALS[operation] ?? refusal(errors, codeOf(status, operation), {})), status };
  },
  noJson: refusal('JSON payload expected', NO_FAULT_IN_PARTICULAR, {}),
};

type Fields = Readonly<Record<string, readonly string[]>>;

// Clients learn nothing more.
const BARE_REFUSALS: Readonly<Record<string, Refusal>> = {
  giveFeedback: { status: 400, body: {}, byHandler: true },
  getLastIou: { status: 404, body: { last_iou: null }, byHandler: true },
};

function codeOf(status: number, operation: string): number {
  if (status !== 404) return INVALID_REQUEST;
  return operation === 'getAddressMetadata' ? NOT_ONLINE : NO_ROUTE;
}

function refusal(errors: string, code: number, details: object): Refusal {
  return { status: 400, body: { errors, error_code: code, error_details: details }, byHandler: true };
}
