import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Answer, ChannelView } from '../../model/run/answer.ts';
import type { Blocks } from '../../ports/blocks.ts';
import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import { channelKey } from '../../model/network/network.ts';
import { channelView } from './channel-views.ts';
import { type Fault, refusal } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';

/** One node of a world, at work on its own channels. */
export interface OwnNode {
  readonly world: World;
  readonly node: NodeIndex;
  /** Where its transactions go. */
  readonly blocks: Blocks;
}

/** One end of a channel that belongs to the node at work. */
export interface OwnEnd extends OwnNode {
  readonly layer: TokenLayer;
  readonly end: EndIndex;
}

/** The answer to a request with this fault. */
export function refuse({ world, node }: OwnNode, fault: Fault): Answer<never> {
  return refusal(nameOf(world, node), fault);
}

/** The answer that shows a channel as it now is. */
export function show({ world, layer, end }: OwnEnd, status: 200 | 201): Answer<ChannelView> {
  return { kind: 'ok', status, value: channelView(world, layer, end) };
}

/** The fault of a request that needs an open channel. */
export function notOpen({ layer: { graph, token }, end }: OwnEnd, errors: string): Fault {
  const channel = channelKey(token.name, graph.identifier(end));
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

/** What a node makes of the path-finding service's error 2203: no running node has this address. */
export function nobodyOnline(address: Address): string {
  return `('There is no user found online for given address. (PFS error code: 2203)', {'address': '${address}'})`;
}
