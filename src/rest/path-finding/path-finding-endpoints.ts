import { endpoint } from '../endpoint.ts';
import type { SuggestedPartner, SuggestedPath } from '../../model/run/answer.ts';
import { IOU_CODES, type ServiceAccount, wireIou } from './service-account.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { Refusal, Wording } from '../wording.ts';
import { type Address, addressFrom } from '../../model/network/address.ts';
import { refused } from '../../model/run/reason.ts';
import type { PathFindingApi, PathFindingInfo } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { z } from 'zod';
import {
  wireAddress,
  wireAddresses,
  wireCountLiteral,
  wireDouble,
  wireIntegerLiteral,
} from '../wire/scalars.ts';
import {
  bodyAddress,
  optionalIntegerLiteral,
  present,
  requiredIntegerLiteral,
  worded,
} from '../wire/request-field.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';

type PathsRequest = Omit<Parameters<PathFindingApi['paths']>[0], 'network'> & {
  /** The promise to pay for it. */
  readonly iou?: unknown;
};

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

/** Body of POST paths; penalties are accepted and left aside. */
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
      decode: ({ from, to, value, max_paths, iou }) => ({
        from,
        to,
        value,
        ...present({ maxPaths: typeof max_paths === 'bigint' ? Number(max_paths) : undefined, iou }),
      }),
      encode: ({ from, to, value, maxPaths, iou }) => ({
        from,
        to,
        value,
        ...present({ max_paths: maxPaths === undefined ? undefined : BigInt(maxPaths), iou }),
      }),
    },
  )
  .meta({ id: 'PathsRequest' });

function feedbackToken(paths: readonly SuggestedPath[]): string {
  return addressFrom(paths.map(({ path }) => path.join()).join(';'))
    .slice(2, 34)
    .toLowerCase();
}

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
        feedback_token: feedbackToken(paths),
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

// Integers as texts, where the first version has numbers.
const wireInfoOfTexts = z
  .codec(z.looseObject({}), z.custom<PathFindingInfo>(), {
    decode: () => z.NEVER,
    encode: (info) => {
      const { network_info, price_info, ...rest } = z.encode(wirePathFindingInfo, info);
      const { confirmed_block } = network_info;
      return {
        ...rest,
        price_info: String(price_info),
        network_info: { ...network_info, confirmed_block: { number: String(confirmed_block.number) } },
      };
    },
  })
  .meta({ id: 'PathFindingInfoOfTexts' });

const wireFeedback = z.strictObject({
  token: z.string(worded('Not a valid UUID.')),
  success: z.boolean(worded('Not a valid boolean.')),
  path: z.array(bodyAddress, worded('Not a valid list.')),
});

const wireIouQuery = z.strictObject({
  sender: bodyAddress,
  receiver: bodyAddress,
  timestamp: z.string(worded('Not a valid naive datetime.')),
  signature: z.string(worded('Not a valid string.')),
});

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
  infoOfTexts: endpoint({
    operation: 'getInfoOfTexts',
    path: '/api/v2/info',
    summary: 'The same, large integers as texts.',
    answer: wireInfoOfTexts,
  }),
  feedback: endpoint({
    operation: 'giveFeedback',
    method: 'POST',
    path: '/api/v1/{token_network_address}/feedback',
    summary: 'Whether a path has led to the target; routes are not chosen by it.',
    body: wireFeedback,
    answer: z.strictObject({}),
    refusals: [400],
  }),
  lastIou: endpoint({
    operation: 'getLastIou',
    path: '/api/v1/{token_network_address}/payment/iou',
    summary: 'The last promise of a client to pay the service.',
    query: wireIouQuery,
    answer: z.object({ last_iou: wireIou }),
    refusals: [400, 404],
  }),
  onlineAddresses: endpoint({
    operation: 'getOnlineAddresses',
    path: '/api/v1/online_addresses',
    summary: 'The nodes that are online.',
    answer: wireAddresses,
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
const NO_FAULT_IN_PARTICULAR = 0;
const NO_SUCH_NETWORK = 'This service does not work on the given token network.';
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

/** Serves the path-finding service. */
export function addPathFindingRoutes(
  app: HttpApp,
  {
    api,
    addresses,
    isOnline,
    account,
    isNetwork,
    depositOf,
  }: {
    readonly api: PathFindingApi;
    readonly account: ServiceAccount;
    readonly isNetwork: (address: Address) => boolean;
    readonly addresses: readonly Address[];
    readonly isOnline: (address: Address) => boolean;
    readonly depositOf: (address: Address) => bigint;
  },
): void {
  const route = app.routes(pathFindingWording);
  const unsupported = (network: Address) => (isNetwork(network) ? undefined : refused(400, NO_SUCH_NETWORK));
  route(pathFindingEndpoints.info, () => api.info());
  route(pathFindingEndpoints.infoOfTexts, () => api.info());
  route(pathFindingEndpoints.paths, async ({ address, body: { iou, ...body } }) => {
    const network = address('token_network_address');
    const elsewhere = unsupported(network);
    if (elsewhere !== undefined) return elsewhere;
    const info = await api.info();
    const { price, confirmedBlock: block } =
      info.kind === 'ok' ? info.value : { price: 0n, confirmedBlock: 0 };
    const { payment_address: paymentAddress } = CONSTANT_INFO;
    const chainId = BigInt(CONSTANT_NETWORK_INFO.chain_id);
    const refusedIou = account.take(iou, { paymentAddress, chainId, price, block, depositOf });
    if (refusedIou !== undefined) return refusedIou;
    const answer = await api.paths({ ...body, network });
    if (answer.kind === 'ok') account.answered(feedbackToken(answer.value));
    return answer;
  });
  route(pathFindingEndpoints.feedback, ({ address, body }) => {
    const elsewhere = unsupported(address('token_network_address'));
    if (elsewhere !== undefined) return elsewhere;
    return account.knows(body.token) ? { kind: 'ok', status: 200, value: {} } : refused(400, 'no such token');
  });
  route(pathFindingEndpoints.lastIou, ({ query }) => {
    const last = account.lastOf(query.sender);
    return last === undefined
      ? refused(404, 'no such promise')
      : { kind: 'ok', status: 200, value: { last_iou: last } };
  });
  route(pathFindingEndpoints.onlineAddresses, () => ({
    kind: 'ok',
    status: 200,
    value: addresses.filter(isOnline),
  }));
  route(pathFindingEndpoints.suggestPartner, ({ address }) =>
    api.suggestPartner(address('token_network_address')),
  );
  route(pathFindingEndpoints.addressMetadata, ({ address }) =>
    isOnline(address('node_address'))
      ? { kind: 'ok', status: 200, value: addressMetadata(address('node_address')) }
      : refused(404, 'There is no user found online for given address.'),
  );
}
