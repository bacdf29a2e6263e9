import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';

/** What traffic needs to know of a node in one token network. */
export interface TokenNode {
  readonly name: NodeName;
  /** Open channels. */
  readonly degree: number;
  /** Sum of its open channels' capacities, both ends. */
  readonly capacity: Amount;
}

/** The nodes with at least one open channel of this token, in the network's order. */
export function tokenNodes(network: Network, token: TokenName): readonly TokenNode[] {
  const found = new Map<NodeName, { degree: number; capacity: Amount }>();
  network.forEachEdge((_key, channel, source, target) => {
    if (channel.token !== token || channel.state !== 'opened') return;
    for (const name of [source, target]) {
      const node = found.get(name) ?? { degree: 0, capacity: 0n };
      node.degree += 1;
      node.capacity += channel.balance[0] + channel.balance[1];
      found.set(name, node);
    }
  });
  return network.nodes().flatMap((name) => {
    const node = found.get(name);
    return node ? [{ name, ...node }] : [];
  });
}
