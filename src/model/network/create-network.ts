import { addressFrom } from './address.ts';
import type { Network, TokenNetwork } from './network.ts';
import { PackedNetwork } from './packed-network.ts';

/** Names everything a seed decides: the same seed and name give the same addresses everywhere. */
export function createNetwork({
  seed,
  tokens,
}: {
  readonly seed: string;
  readonly tokens: readonly Omit<TokenNetwork, 'tokenAddress' | 'tokenNetworkAddress'>[];
}): Network {
  const graph = emptyNetwork();
  graph.replaceAttributes({
    tokens: tokens.map((token) => ({
      ...token,
      tokenAddress: addressFrom(`millrace token ${seed} ${token.name}`),
      tokenNetworkAddress: addressFrom(`millrace token network ${seed} ${token.name}`),
    })),
  });
  return graph;
}

/** A network without anything, token networks included. */
export function emptyNetwork(): Network {
  return new PackedNetwork();
}
