import { endpoint } from '../endpoint.ts';
import {
  wireAddressMetadata,
  wirePathFindingInfo,
  wirePaths,
  wirePathsRequest,
  wireSuggestedPartners,
  addressMetadata,
} from './path-finding-wire.ts';
import type { ErrorBody } from '../../model/run/answer.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { Refusal, Wording } from '../wording.ts';
import type { Address } from '../../model/network/address.ts';
import { refused } from '../../model/run/reason.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';

/** Everything the path-finding service answers (raiden.md 3.4), by what the client calls it. */
export const pathFindingEndpoints = {
  info: endpoint({
    operation: 'getInfo',
    path: '/api/v1/info',
    summary: 'What the service is, and up to which block it has read.',
    answer: wirePathFindingInfo,
  }),
  paths: endpoint({
    operation: 'findPaths',
    method: 'POST',
    path: '/api/v1/{token_network_address}/paths',
    summary: 'Paths for a payment, best first.',
    body: wirePathsRequest,
    answer: wirePaths,
    refusals: [400, 404],
  }),
  suggestPartner: endpoint({
    operation: 'suggestPartner',
    path: '/api/v1/{token_network_address}/suggest_partner',
    summary: 'Well-connected partners, best first; takes a token or a token network address.',
    answer: wireSuggestedPartners,
    refusals: [400],
  }),
  addressMetadata: endpoint({
    operation: 'getAddressMetadata',
    path: '/api/v1/address/{node_address}/metadata',
    summary: 'How to reach a node; 404 while it is offline.',
    answer: wireAddressMetadata,
    refusals: [400, 404],
  }),
} as const;

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

/** Serves the path-finding service. */
export function addPathFindingRoutes(
  app: HttpApp,
  { api, isOnline }: { readonly api: PathFindingApi; readonly isOnline: (address: Address) => boolean },
): void {
  const route = app.routes(pathFindingWording);
  route(pathFindingEndpoints.info, () => api.info());
  route(pathFindingEndpoints.paths, ({ address, body }) =>
    api.paths({ ...body, network: address('token_network_address') }),
  );
  route(pathFindingEndpoints.suggestPartner, ({ address }) =>
    api.suggestPartner(address('token_network_address')),
  );
  route(pathFindingEndpoints.addressMetadata, ({ address }) =>
    isOnline(address('node_address'))
      ? { kind: 'ok', status: 200, value: addressMetadata(address('node_address')) }
      : refused(404, 'There is no user found online for given address.'),
  );
}
