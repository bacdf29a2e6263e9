import { z } from 'zod';
import { type Address, isAddress } from '../../model/network/address.ts';

/** An address in an answer: 0x, 40 hex digits, EIP-55 checksum. */
export const wireAddress = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'an EIP-55 address')
  .meta({
    type: 'string',
    pattern: '^0x[0-9a-fA-F]{40}$',
    example: '0x42D449aaf65BdeE5068894233d9F02776BE98EcE',
  });

/** A list of addresses, e.g. the registered tokens. */
export const wireAddresses = z.array(wireAddress).readonly();
