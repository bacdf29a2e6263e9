import type { Address } from '../../model/network/address.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';

/**
 * Turns a run's addresses into names. Two runs of one scenario have different addresses and the same names,
 * so everything is compared by name; an unknown address stays as it is, and so never equals a name.
 */
export interface Names {
  node(address: Address): NodeName;
  token(address: Address): TokenName;
  /** The token whose network has this address. */
  tokenOfNetwork(address: Address): TokenName;
}

/** The names of a run, by its starting network. */
export function namesOf(network: Network): Names {
  const directory = directoryOf(network);
  const networks = new Map(
    network
      .getAttribute('tokens')
      .map(({ name, tokenNetworkAddress }) => [tokenNetworkAddress, name] as const),
  );
  return {
    node: (address) => directory.nodeAt(address) ?? address,
    token: (address) => directory.tokenAt(address) ?? address,
    tokenOfNetwork: (address) => networks.get(address) ?? address,
  };
}

/** The channel with a partner in a list that a node shows. */
export function channelIn(
  channels: readonly ChannelView[],
  { token, partner }: { readonly token: TokenName; readonly partner: NodeName },
  names: Names,
): ChannelView | undefined {
  return channels.find(
    ({ tokenAddress, partnerAddress }) =>
      names.token(tokenAddress) === token && names.node(partnerAddress) === partner,
  );
}
