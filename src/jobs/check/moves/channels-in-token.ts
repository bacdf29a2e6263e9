import type { Network, TokenName } from '../../../model/network/network.ts';

/** The network with its channels of one token only: neither amounts nor ways are shared between tokens. */
export function channelsInToken(network: Network, token: TokenName): Network {
  if (network.getAttribute('tokens').length === 1) return network;
  const copy = network.copy();
  for (const key of network.filterEdges((_key, channel) => channel.token !== token)) copy.dropEdge(key);
  return copy;
}

/** Of several, the first is the one that sequences are about. */
export function tokenOfSequences(network: Network): TokenName {
  return network.getAttribute('tokens')[0]?.name ?? '';
}
