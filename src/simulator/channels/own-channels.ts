import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { Answer, ChannelView, Connection } from '../../model/run/answer.ts';
import type { Blocks } from '../../ports/clock.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, refusal } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, nameOf, type World } from '../world.ts';
import type { ChannelEnd } from '../chain-events.ts';

/** One node of a world, at work on its own channels. */
export interface OwnNode {
  readonly world: World;
  readonly node: NodeIndex;
  /** Where its transactions go. */
  readonly blocks: Blocks;
}

/** One end of a channel that belongs to the node at work. */
export interface OwnEnd extends OwnNode, ChannelEnd {}

/** The answer to a request with this fault. */
export function refuse({ world, node }: Pick<OwnNode, 'world' | 'node'>, fault: Fault): Answer<never> {
  return refusal(nameOf(world, node), fault);
}

/** Answers what nothing in a node expects, and ends it (raiden.md 1.2). */
export function endWith500<T>(own: Pick<OwnNode, 'world' | 'node'>, fault: Fault, reply: Reply<T>): void {
  reply(refuse(own, { ...fault, status: 500, errors: 'Internal Server Error', classified: 'server-error' }));
  own.world.messenger.stop(own.node);
}

/** The answer that shows a channel as it now is. */
export function show({ world, layer, end }: OwnEnd, status: 200 | 201): Answer<ChannelView> {
  return { kind: 'ok', status, value: channelView(world, layer, end) };
}

/** The fault of a request that needs an open channel. */
export function notOpen({ layer: { graph, keyOf }, end }: OwnEnd, errors: string): Fault {
  const channel = keyOf(end);
  return {
    errors,
    check: 'channel-open',
    required: `state opened of ${channel}`,
    found: `state ${graph.phase(end)}`,
  };
}

/** The fault of a deposit the node does not own the tokens for; undefined: it does. */
export function tooPoor(
  { node, layer: { onChain, token } }: Pick<OwnEnd, 'node' | 'layer'>,
  needed: Amount,
): Fault | undefined {
  const owned = onChain[node] ?? 0n;
  if (needed <= owned) return undefined;
  return {
    status: 402,
    errors: `Not enough balance to deposit. ${token.tokenAddress} Available=${owned} Needed=${needed}`,
    check: 'on-chain-balance',
    required: `on-chain balance >= ${needed}`,
    found: `on-chain balance ${owned}`,
  };
}

/** A node's words for the path-finding service's error 2203: no running node has this address. */
export function nobodyOnline(address: Address): string {
  return `('There is no user found online for given address. (PFS error code: 2203)', {'address': '${address}'})`;
}

/** A channel as the node owning this end shows it. */
export function channelView(world: World, { graph, ledger, token }: TokenLayer, end: EndIndex): ChannelView {
  const phase = graph.phase(end);
  return {
    channelIdentifier: BigInt(graph.identifier(end)),
    tokenAddress: token.tokenAddress,
    tokenNetworkAddress: token.tokenNetworkAddress,
    partnerAddress: addressOf(world, graph.owner(otherEnd(end))),
    balance: ledger.balance(end),
    totalDeposit: ledger.totalDeposit(end),
    totalWithdraw: ledger.totalWithdraw(end),
    state: phase === 'gone' ? 'settled' : phase,
    settleTimeout: BigInt(graph.settleTimeout(end)),
    revealTimeout: BigInt(graph.revealTimeout(end)),
  };
}

/** All channels of a node that are not settled, of one token or of all. */
export function channelViews(world: World, node: NodeIndex, token?: Address): readonly ChannelView[] {
  return world.layers
    .filter((layer) => token === undefined || layer.token.tokenAddress === token)
    .flatMap((layer) => layer.graph.endsOf(node).map((end) => channelView(world, layer, end)));
}

/** Own deposits and number of open channels, for each token that has any. */
export function connectionsOf(world: World, node: NodeIndex): readonly Connection[] {
  return world.layers.flatMap(({ graph, ledger, token }) => {
    const open = graph.endsOf(node).filter((end) => graph.isOpen(end));
    const sumDeposits = open.reduce((sum, end) => sum + ledger.totalDeposit(end), 0n);
    return open.length === 0
      ? []
      : [{ tokenAddress: token.tokenAddress, sumDeposits, channels: open.length }];
  });
}
