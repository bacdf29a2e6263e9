import type { Address } from './address.ts';
import { InvariantError } from '../../errors.ts';
import type { Network, NodeName, TokenName, TokenNetwork } from './network.ts';

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
  const tokens = network.getAttribute('tokens');
  const tokenNamed = (name: TokenName): TokenNetwork => {
    const token = tokens.find((each) => each.name === name);
    if (token === undefined) throw new InvariantError(`no token named ${name} in the directory`);
    return token;
  };
  // Simulations of thousands of nodes never ask.
  let names: ReadonlyMap<Address, NodeName> | undefined;
  // Those that were asked for: every payment asks, and a network looks it up in several steps.
  const addresses = new Map<NodeName, Address>();
  return {
    addressOf(node) {
      const known = addresses.get(node);
      if (known !== undefined) return known;
      if (!network.hasNode(node)) throw new InvariantError(`no node named ${node} in the directory`);
      const address = network.getNodeAttribute(node, 'address');
      addresses.set(node, address);
      return address;
    },
    nodeAt(address) {
      names ??= new Map(network.mapNodes((name, node) => [node.address, name] as const));
      return names.get(address);
    },
    tokenAddressOf: (token) => tokenNamed(token).tokenAddress,
    tokenNetworkAddressOf: (token) => tokenNamed(token).tokenNetworkAddress,
    tokenAt: (address) => tokens.find(({ tokenAddress }) => tokenAddress === address)?.name,
    nodes: network.nodes(),
    tokens: tokens.map(({ name }) => name),
  };
}
