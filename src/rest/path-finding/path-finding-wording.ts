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
      ? refusal({
          errors: 'Invalid token network address',
          error_code: INVALID_NETWORK,
          error_details: { address: value },
        })
      : refusal({
          errors: 'Invalid address',
          error_code: INVALID_ADDRESS,
          error_details: { address: value },
        }),
  invalidFields: (errors) =>
    refusal({
      errors: 'Request parameter failed validation. See `error_details`.',
      error_code: INVALID_REQUEST,
      error_details: errors,
    }),
  refused: ({ status, errors, operation }) => ({
    status,
    body: { errors, error_code: codeOf({ status, operation }), error_details: {} },
    byHandler: true,
  }),
};

function codeOf({ status, operation }: { readonly status: number; readonly operation: string }): number {
  if (status !== 404) return operation === 'suggestPartner' ? UNSUPPORTED_NETWORK : INVALID_REQUEST;
  return operation === 'getAddressMetadata' ? NOT_ONLINE : NO_ROUTE;
}

function refusal(body: Readonly<Record<string, unknown>>): Refusal {
  return { status: 400, body, byHandler: true };
}
