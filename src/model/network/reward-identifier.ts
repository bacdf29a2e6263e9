import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.ts';

/** The monitoring contract's name for the reward of a channel: keccak256 of its identifier and token network. */
export function rewardIdentifier({
  channelIdentifier,
  tokenNetworkAddress,
}: {
  readonly channelIdentifier: bigint;
  readonly tokenNetworkAddress: Address;
}): `0x${string}` {
  const word = hexToBytes(channelIdentifier.toString(16).padStart(64, '0'));
  const network = hexToBytes(tokenNetworkAddress.slice(2).toLowerCase());
  return `0x${bytesToHex(keccak_256(concatBytes(word, network)))}`;
}
