import { type Amount, larger } from '../../src/model/network/amount.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../src/model/network/network.ts';
import type { Operation, PayRequest } from '../../src/model/run/operation.ts';
import { type FlowView, maxFlow } from '../../src/routing/max-flow.ts';
import type { EndIndex, NodeIndex } from '../../src/model/network/indices.ts';
import { compileRows } from '../../src/simulator/channel-rows.ts';

/**
 * The share of these payments that no router and no splitting exceeds, wherever balances lie: those whose amount is
 * at most the largest flow from payer to payee through the whole capacity of each channel. Absent where steps put
 * money in or start nodes while payments are made, and without payments.
 */
export function flowBound(network: Network, operations: readonly Operation[]): number | undefined {
  if (operations.some(({ kind }) => ADDING.has(kind))) return undefined;
  const payments = operations.filter((each) => each.kind === 'pay');
  if (payments.length === 0) return undefined;
  let possible = 0;
  for (const [token, ofToken] of groupedBy(payments, ({ token: name }) => name)) {
    const { view, nodeOf } = flowView(network, token, wholeCapacity);
    for (const alike of groupedBy(ofToken, ({ node, target }) => JSON.stringify([node, target])).values()) {
      const { node, target } = alike[0] as PayRequest;
      const [source, payee] = [nodeOf(node), nodeOf(target)];
      if (source === undefined || payee === undefined) continue;
      const enough = alike.map(({ amount }) => amount).reduce(larger, 0n);
      const flow = maxFlow(view, { source, target: payee, enough });
      possible += alike.filter(({ amount }) => amount <= flow).length;
    }
  }
  return possible / payments.length;
}

const ADDING: ReadonlySet<Operation['kind']> = new Set(['open', 'deposit', 'start']);

// A balance that is not there now may come back.
function wholeCapacity([one, other]: PerEnd<Amount>): PerEnd<Amount> {
  return [one + other, one + other];
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

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
