import { gather } from '../../model/gather.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import { changesChannels, type Operation, type OperationRecord } from '../../model/run/operation.ts';
import type { View, Reading } from '../../model/run/reading.ts';
import { partiesOf } from '../../verdict/timeline/resolve-outcomes.ts';

/** One thing to read from one node. */
export type WantedView = Pick<Reading, 'node' | 'view'>;

// Reading every node after every operation leaves no difference unseen; up to this many it costs little.
const ALL_NODES_UP_TO = 12;

/** The views to read before the first operation: enough to know where balances, sums and histories begin. */
export function viewsAtStart(network: Network): readonly WantedView[] {
  const partners = partnersOf(network, []);
  return ofEachNode(network, (node) => [
    { kind: 'channels' },
    ...(partners.get(node) ?? []).map((pair): View => ({ kind: 'channel', ...pair })),
    { kind: 'connections' },
    { kind: 'history' },
  ]);
}

/** The views to read after one operation: everything it should have changed, and what it should have left alone. */
export function viewsAfter({ operation, trace }: OperationRecord, network: Network): readonly WantedView[] {
  const path = trace?.path ?? [];
  const touched = [...new Set([...endsOf(operation), ...path])];
  if (touched.length === 0) return [];
  const all = network.order <= ALL_NODES_UP_TO;
  const lists = (all ? network.nodes() : touched).map((node) => ({
    node,
    view: { kind: 'channels' as const },
  }));
  return [
    ...lists,
    ...singleChannels(operation, path),
    ...histories(operation),
    ...nodesWithNewSums(operation, network).map((node) => ({ node, view: { kind: 'connections' as const } })),
    ...touched.map((node) => ({ node, view: { kind: 'pending' as const } })),
  ];
}

/** The views to read after the last operation: every view of every node, or every kind of them, in the order of `WHOLE_VIEWS`. */
export function viewsAtEnd(network: Network, operations: readonly Operation[]): readonly WantedView[] {
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  const partners = partnersOf(network, operations);
  const paid = paidPartners(operations);
  return ofEachNode(network, (node) => [
    { kind: 'pending' },
    ...tokens.map((token): View => ({ kind: 'pending', token })),
    ...(partners.get(node) ?? []).map((pair): View => ({ kind: 'pending', ...pair })),
    { kind: 'channels' },
    ...tokens.map((token): View => ({ kind: 'channels', token })),
    ...(partners.get(node) ?? []).map((pair): View => ({ kind: 'channel', ...pair })),
    { kind: 'connections' },
    { kind: 'history' },
    ...tokens.map((token): View => ({ kind: 'history', token })),
    ...(paid.get(node) ?? []).map((pair): View => ({ kind: 'history', ...pair })),
  ]);
}

function ofEachNode(network: Network, viewsOf: (node: NodeName) => readonly View[]): readonly WantedView[] {
  return network.nodes().flatMap((node) => viewsOf(node).map((view) => ({ node, view })));
}

interface Pair {
  readonly token: TokenName;
  readonly partner: NodeName;
}

function endsOf(operation: Operation): readonly NodeName[] {
  return operation.kind === 'pay' || changesChannels(operation) ? partiesOf(operation) : [];
}

// A node that leaves closes channels whose partners the plan does not name.
function nodesWithNewSums(operation: Operation, network: Network): readonly NodeName[] {
  if (operation.kind !== 'leave') return endsOf(operation);
  if (network.order <= ALL_NODES_UP_TO) return network.nodes();
  return [operation.node, ...network.neighbors(operation.node)];
}

function singleChannels(operation: Operation, path: readonly NodeName[]): readonly WantedView[] {
  if (!('token' in operation)) return [];
  const { token } = operation;
  if ('partner' in operation && operation.kind !== 'expect')
    return ofBoth('channel', token, [operation.node, operation.partner]);
  return path.slice(1).flatMap((payee, at) => ofBoth('channel', token, [path[at] as NodeName, payee]));
}

function histories(operation: Operation): readonly WantedView[] {
  if (operation.kind !== 'pay') return [];
  const { node, target, token } = operation;
  return ofBoth('history', token, [node, target]).slice(0, node === target ? 1 : 2);
}

function ofBoth(
  kind: 'channel' | 'history',
  token: TokenName,
  [one, other]: PerEnd<NodeName>,
): readonly WantedView[] {
  return [
    { node: one, view: { kind, token, partner: other } },
    { node: other, view: { kind, token, partner: one } },
  ];
}

type Relation = readonly [one: NodeName, other: NodeName, token: TokenName];

// Those with a channel before the run or one that the plan opens.
function partnersOf(
  network: Network,
  operations: readonly Operation[],
): ReadonlyMap<NodeName, readonly Pair[]> {
  return bothWays([
    ...network.mapEdges((_key, { token }, first, second): Relation => [first, second, token]),
    ...operations.flatMap((operation): readonly Relation[] =>
      operation.kind === 'open' ? [[operation.node, operation.partner, operation.token]] : [],
    ),
  ]);
}

function paidPartners(operations: readonly Operation[]): ReadonlyMap<NodeName, readonly Pair[]> {
  return bothWays(
    operations.flatMap((operation): readonly Relation[] =>
      operation.kind === 'pay' ? [[operation.node, operation.target, operation.token]] : [],
    ),
  );
}

// The partners of each node, seen from both sides and each once.
function bothWays(relations: readonly Relation[]): ReadonlyMap<NodeName, readonly Pair[]> {
  const seen = new Set<string>();
  const byNode = new Map<NodeName, Pair[]>();
  for (const [one, other, token] of relations)
    for (const [node, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      // With their lengths, so that no two pairs have one name.
      const name = `${node.length} ${node}${partner.length} ${partner}${token}`;
      if (!seen.has(name)) gather(byNode, node, { partner, token });
      seen.add(name);
    }
  return byNode;
}
