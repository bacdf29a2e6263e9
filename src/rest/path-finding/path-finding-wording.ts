import type { ErrorBody } from '../../model/run/answer.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { Refusal, Wording } from '../wording.ts';

// Error codes of the path-finding service (raiden.md 3.4).
const INVALID_REQUEST = 2000;
const INVALID_NETWORK = 2003;
const UNSUPPORTED_NETWORK = 2004;
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
  refused: ({ status, errors, operation }) => ({
    ...refusal(errors, codeOf(status, operation), {}),
    status,
  }),
};

function codeOf(status: number, operation: string): number {
  if (status !== 404) return operation === 'suggestPartner' ? UNSUPPORTED_NETWORK : INVALID_REQUEST;
  return operation === 'getAddressMetadata' ? NOT_ONLINE : NO_ROUTE;
}

function refusal(errors: ErrorBody, code: number, details: object): Refusal {
  return { status: 400, body: { errors, error_code: code, error_details: details }, byHandler: true };
}
