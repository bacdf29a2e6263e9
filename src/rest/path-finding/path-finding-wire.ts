import { z } from 'zod';
import { type Address, addressFrom } from '../../model/network/address.ts';
import type { SuggestedPartner, SuggestedPath } from '../../model/run/answer.ts';
import type { PathFindingApi, PathFindingInfo } from '../../ports/path-finding-api.ts';
import { wireAddress, wireCountLiteral, wireDouble, wireIntegerLiteral } from '../wire/scalars.ts';
import {
  bodyAddress,
  optionalIntegerLiteral,
  present,
  requiredIntegerLiteral,
} from '../wire/request-field.ts';

type PathsRequest = Omit<Parameters<PathFindingApi['paths']>[0], 'network'>;

// Capabilities a node of the Python implementation announces (raiden.md 3.4).
const CAPABILITIES =
  'mxc://raiden.network/cap?Receive=1&Mediate=1&Delivery=1&webRTC=1&toDevice=1&immutableMetadata=1';

/** How to reach a node: the service hands it out, a simulation has no use for it. */
export const wireAddressMetadata = z.object({
  user_id: z.string(),
  capabilities: z.string(),
  displayname: z.string(),
});

/** The metadata a simulated node has. */
export function addressMetadata(address: Address): z.infer<typeof wireAddressMetadata> {
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
  token_network_registry_address: addressFrom('millrace token network registry'),
  user_deposit_address: addressFrom('millrace user deposit'),
  service_token_address: addressFrom('millrace service token'),
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
