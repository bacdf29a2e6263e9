import type { Address } from './address.ts';
import { InvariantError } from '../../errors.ts';
import type { Network, NodeName, TokenName } from './network.ts';

/** Which addresses nodes and tokens have at one target: a simulation's come from the seed, a real network's from its nodes. */
export interface Directory {
  addressOf(node: NodeName): Address;
  /** `undefined` for an address that is no node of the scenario. */
  nodeAt(address: Address): NodeName | undefined;
  tokenAddressOf(token: TokenName): Address;
  tokenNetworkAddressOf(token: TokenName): Address;
  tokenAt(tokenAddress: Address): TokenName | undefined;
  readonly nodes: readonly NodeName[];
  readonly tokens: readonly TokenName[];
}

/** The directory of a network as its own attributes say; asking for a name that is not in it is our bug. */
export function directoryOf(network: Network): Directory {
  const nodes = new Map(network.mapNodes((name, { address }) => [name, address] as const));
  const tokens = new Map(
    network.getAttribute('tokens').map(({ name, tokenAddress }) => [name, tokenAddress] as const),
  );
  const tokenNetworks = new Map(
    network
      .getAttribute('tokens')
      .map(({ name, tokenNetworkAddress }) => [name, tokenNetworkAddress] as const),
  );
  // Simulations of thousands of nodes never ask.
  let nodeNames: ReadonlyMap<Address, NodeName> | undefined;
  const tokenNames = inverse(tokens);
  return {
    addressOf: (node) => found(nodes, node, 'node'),
    nodeAt: (address) => (nodeNames ??= inverse(nodes)).get(address),
    tokenAddressOf: (token) => found(tokens, token, 'token'),
    tokenNetworkAddressOf: (token) => found(tokenNetworks, token, 'token'),
    tokenAt: (address) => tokenNames.get(address),
    nodes: [...nodes.keys()],
    tokens: [...tokens.keys()],
  };
}

function inverse(map: ReadonlyMap<string, Address>): ReadonlyMap<Address, string> {
  return new Map([...map].map(([name, address]) => [address, name] as const));
}

function found(map: ReadonlyMap<string, Address>, name: string, kind: string): Address {
  const address = map.get(name);
  if (address === undefined) throw new InvariantError(`no ${kind} named ${name} in the directory`);
  return address;
}
