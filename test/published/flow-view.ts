import type { Amount } from '../../src/model/network/amount.ts';
import type { EndIndex, NodeIndex } from '../../src/model/network/indices.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../src/model/network/network.ts';
import type { FlowView } from '../../src/routing/max-flow.ts';
import { compileRows } from '../../src/simulator/channel-rows.ts';

/** A network as the search for a largest flow reads it. */
interface NamedFlowView {
  readonly view: FlowView;
  /** Its number in the view; absent: no node of the network. */
  nodeOf(this: void, name: NodeName): NodeIndex | undefined;
}

/** The channels of one token, each end with what it could send at most by that rule. */
export function flowView(
  network: Network,
  token: TokenName,
  most: (balance: PerEnd<Amount>) => PerEnd<Amount>,
): NamedFlowView {
  const names = network.nodes();
  const numbers = new Map(names.map((name, node) => [name, node as NodeIndex]));
  const owners: NodeIndex[] = [];
  const amounts: Amount[] = [];
  network.forEachEdge((_key, channel, source, target) => {
    if (channel.token !== token) return;
    owners.push(numbers.get(source) as NodeIndex, numbers.get(target) as NodeIndex);
    amounts.push(...most(channel.balance));
  });
  const online = names.map((name) => network.getNodeAttribute(name, 'online'));
  const ownerOf = (end: EndIndex): NodeIndex => owners[end] as NodeIndex;
  const ends = owners.map((_owner, end) => end as EndIndex);
  const rows = compileRows(names.length, ends, ownerOf);
  return {
    view: {
      ...rows,
      ownerOf,
      isReachable: (node) => online[node] as boolean,
      available: (end) => amounts[end] as Amount,
    },
    nodeOf: (name) => numbers.get(name),
  };
}
