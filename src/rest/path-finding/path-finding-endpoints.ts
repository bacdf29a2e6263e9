import { endpoint } from '../endpoint.ts';
import type { ErrorBody, SuggestedPartner, SuggestedPath } from '../../model/run/answer.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { Refusal, Wording } from '../wording.ts';
import { type Address, addressFrom } from '../../model/network/address.ts';
import { refused } from '../../model/run/reason.ts';
import type { PathFindingApi, PathFindingInfo } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { z } from 'zod';
import { wireAddress, wireCountLiteral, wireDouble, wireIntegerLiteral } from '../wire/scalars.ts';
import {
  bodyAddress,
  optionalIntegerLiteral,
  present,
  requiredIntegerLiteral,
} from '../wire/request-field.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';

type PathsRequest = Omit<Parameters<PathFindingApi['paths']>[0], 'network'>;

// Capabilities a node of the Python implementation announces (raiden.md 3.4).
const CAPABILITIES =
  'mxc://raiden.network/cap?Receive=1&Mediate=1&Delivery=1&webRTC=1&toDevice=1&immutableMetadata=1';

/** How to reach a node: the service hands it out, a simulation has no use for it. */
const wireAddressMetadata = z.object({
  user_id: z.string(),
  capabilities: z.string(),
  displayname: z.string(),
});

/** The metadata a simulated node has. */
function addressMetadata(address: Address): z.infer<typeof wireAddressMetadata> {
  return { user_id: `@${address.toLowerCase()}:millrace`, capabilities: CAPABILITIES, displayname: '' };
}

/** Body of POST paths; penalties and IOUs are accepted, a free service needs neither. */
export const wirePathsRequest = z
  .codec(
    z.strictObject({
      from: bodyAddress,
      to: bodyAddress,
      value: requiredIntegerLiteral,
      max_paths: optionalIntegerLiteral,
      iou: z.unknown().optional(),
      diversity_penalty: z.unknown().optional(),
      fee_penalty: z.unknown().optional(),
    }),
    z.custom<PathsRequest>(),
    {
      decode: ({ from, to, value, max_paths }) => ({
        from,
        to,
        value,
        ...present({ maxPaths: typeof max_paths === 'bigint' ? Number(max_paths) : undefined }),
      }),
      encode: ({ from, to, value, maxPaths }) => ({
        from,
        to,
        value,
        ...present({ max_paths: maxPaths === undefined ? undefined : BigInt(maxPaths) }),
      }),
    },
  )
  .meta({ id: 'PathsRequest' });

/** Paths, best first, with the token a client may give feedback under. */
export const wirePaths = z
  .codec(
    z.object({
      result: z.array(
        z.object({
          path: z.array(wireAddress),
          address_metadata: z.record(wireAddress, wireAddressMetadata).optional(),
          estimated_fee: wireIntegerLiteral,
        }),
      ),
      feedback_token: z.string().optional(),
    }),
    z.custom<readonly SuggestedPath[]>(),
    {
      decode: ({ result }) =>
        result.map(({ path, estimated_fee }) => ({ path, estimatedFee: estimated_fee })),
      encode: (paths) => ({
        result: paths.map(({ path, estimatedFee }) => ({
          path: [...path],
          address_metadata: Object.fromEntries(
            path.map((address) => [address, addressMetadata(address)]),
          ) as Record<Address, z.infer<typeof wireAddressMetadata>>,
          estimated_fee: estimatedFee,
        })),
        feedback_token: addressFrom(paths.map(({ path }) => path.join()).join(';'))
          .slice(2, 34)
          .toLowerCase(),
      }),
    },
  )
  .meta({ id: 'Paths' });

/** Partners the service suggests, best first (api.md 4.7). */
export const wireSuggestedPartners = z
  .array(
    z
      .object({
        address: wireAddress,
        score: wireDouble,
        centrality: wireDouble,
        uptime: wireDouble,
        capacity: wireIntegerLiteral,
      })
      .meta({ id: 'SuggestedPartner' }),
  )
  .readonly() satisfies z.ZodType<readonly SuggestedPartner[]>;

// A service for no chain in particular; its contracts have addresses nobody else has.
const CONSTANT_INFO = {
  contracts_version: '0.40.0',
  operator: 'Millrace',
  payment_address: addressFrom('millrace path-finding payment'),
  matrix_server: 'http://localhost',
};
const CONSTANT_NETWORK_INFO = {
  chain_id: 1337,
  token_network_registry_address: CONTRACT_ADDRESSES.tokenNetworkRegistry,
  user_deposit_address: CONTRACT_ADDRESSES.userDeposit,
  service_token_address: CONTRACT_ADDRESSES.serviceToken,
};

/** The path-finding service's description of itself. */
export const wirePathFindingInfo = z
  .codec(
    z.object({
      version: z.string(),
      message: z.string(),
      network_info: z.looseObject({ confirmed_block: z.object({ number: wireCountLiteral }) }),
      price_info: wireIntegerLiteral.optional(),
      contracts_version: z.string().optional(),
      operator: z.string().optional(),
      payment_address: z.string().optional(),
      matrix_server: z.string().optional(),
    }),
    z.custom<PathFindingInfo>(),
    {
      decode: ({ version, message, network_info, price_info = 0n }) => ({
        version,
        message,
        confirmedBlock: network_info.confirmed_block.number,
        price: price_info,
      }),
      encode: ({ version, message, confirmedBlock, price }) => ({
        version,
        message,
        network_info: { ...CONSTANT_NETWORK_INFO, confirmed_block: { number: confirmedBlock } },
        price_info: price,
        ...CONSTANT_INFO,
      }),
    },
  )
  .meta({ id: 'PathFindingInfo' });

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
