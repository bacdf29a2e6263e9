import { type Address, hashOf } from './address.ts';

/** The monitoring contract's name for the reward of a channel: keccak256 of its identifier and token network. */
export function rewardIdentifier({
  channelIdentifier,
  tokenNetworkAddress,
}: {
  readonly channelIdentifier: bigint;
  readonly tokenNetworkAddress: Address;
}): `0x${string}` {
  const word = channelIdentifier.toString(16).padStart(64, '0');
  return hashOf(Buffer.from(word + tokenNetworkAddress.slice(2), 'hex'));
}
