import { z } from 'zod';
import { addressFrom } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import type { PathFindingInfo } from '../../ports/path-finding-api.ts';
import { wireCountLiteral, wireIntegerLiteral } from '../wire/scalars.ts';

/** A service for no chain in particular; its contracts have addresses nobody else has. */
export const CONSTANT_INFO = {
  contracts_version: '0.40.0',
  operator: 'Millrace',
  payment_address: addressFrom('millrace path-finding payment'),
  matrix_server: 'http://localhost',
};
/** The chain and the contracts that it stands for. */
export const CONSTANT_NETWORK_INFO = {
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

/** Integers as texts, where the first version has numbers. */
export const wireInfoOfTexts = z
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
