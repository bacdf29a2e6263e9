import { createNetwork } from '../../src/model/network/create-network.ts';
import { addChannel, type Network, nodeAddress } from '../../src/model/network/network.ts';

/** A network of token `T` (and an empty one, `U`) from channels like `a-b:capacity`. */
export function networkOf(...channels: readonly string[]): Network {
  const seed = 'workload';
  const tokens = ['T', 'U'].map((name) => ({ name, decimals: 0, balancePerNode: 0n }));
  const network = createNetwork({ seed, tokens });
  channels.forEach((channel, index) => {
    const [one = '', other = '', capacity = '100'] = channel.split(/[-:]/);
    for (const name of [one, other])
      network.mergeNode(name, { address: nodeAddress({ seed, name }), online: true });
    addChannel(network, {
      between: [one, other],
      token: 'T',
      deposits: [BigInt(capacity), 0n],
      identifier: index + 1,
      settleTimeout: 500,
      revealTimeout: 50,
    });
  });
  return network;
}
