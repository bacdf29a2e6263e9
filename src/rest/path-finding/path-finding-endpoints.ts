import { endpoint } from '../endpoint.ts';
import type { SuggestedPartner, SuggestedPath } from '../../model/run/answer.ts';
import { type ServiceAccount, wireIou } from './service-account.ts';
import { wireInfoOfTexts, wirePathFindingInfo } from './path-finding-info.ts';
import { NO_SUCH_NETWORK, pathFindingWording } from './path-finding-wording.ts';
import { type Address, addressFrom } from '../../model/network/address.ts';
import { refused } from '../../model/run/reason.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { z } from 'zod';
import { wireRecord } from '../wire/record.ts';
import { wireAddress, wireAddresses, wireDouble, wireIntegerLiteral } from '../wire/scalars.ts';
import {
  bodyAddress,
  optionalIntegerLiteral,
  requiredIntegerLiteral,
  worded,
} from '../wire/request-field.ts';

type PathsRequest = Omit<Parameters<PathFindingApi['paths']>[0], 'network'> & {
  /** The promise to pay for it. */
  readonly iou?: unknown;
  /** Both are accepted and left aside. */
  readonly diversityPenalty?: unknown;
  readonly feePenalty?: unknown;
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

const optionalCountLiteral = z.codec(optionalIntegerLiteral, z.number().nullish(), {
  decode: (wire) => (typeof wire === 'bigint' ? Number(wire) : undefined),
  encode: (count) => (typeof count === 'number' ? BigInt(count) : undefined),
});

/** Body of POST paths. */
export const wirePathsRequest = wireRecord<PathsRequest>(
  {
    from: ['from', bodyAddress],
    to: ['to', bodyAddress],
    value: ['value', requiredIntegerLiteral],
    maxPaths: ['max_paths', optionalCountLiteral],
    iou: ['iou', z.unknown().optional()],
    diversityPenalty: ['diversity_penalty', z.unknown().optional()],
    feePenalty: ['fee_penalty', z.unknown().optional()],
  },
  { isStrict: true },
).meta({ id: 'PathsRequest' });

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

/** Serves the path-finding service. */
export function addPathFindingRoutes(
  app: HttpApp,
  service: {
    readonly api: PathFindingApi;
    readonly account: ServiceAccount;
    readonly isNetwork: (address: Address) => boolean;
    readonly addresses: readonly Address[];
    readonly isOnline: (address: Address) => boolean;
    readonly depositOf: (address: Address) => bigint;
  },
): void {
  const { api, addresses, isOnline, account, isNetwork, depositOf } = service;
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
    const answer = await api.paths({ ...body, network });
    // A request that is wrong costs nothing; one without a path does.
    if (answer.kind === 'refused' && answer.status === 400) return answer;
    const refusedIou = account.take(iou, { price, block, depositOf });
    if (refusedIou !== undefined) return refusedIou;
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
