import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { Route } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';

/** What the path-finding service answers to a request for paths. */
export type FoundPaths =
  | { readonly kind: 'paths'; readonly routes: readonly Route[] }
  | {
      readonly kind: 'none';
      /** The service's words; error code 2201. */
      readonly text: string;
      /** Node the check speaks of; undefined: an address that is no node's. */
      readonly at: NodeIndex | undefined;
      readonly check: ModelCheck;
      readonly required: string;
      readonly found: string;
    };

interface PathsRequest {
  readonly layer: TokenLayer;
  readonly source: NodeIndex | undefined;
  readonly target: NodeIndex | undefined;
  readonly amount: Amount;
  readonly maxPaths: number;
}

type Fault = Omit<Extract<FoundPaths, { kind: 'none' }>, 'kind'>;

/** Asks the router, after the service's own checks in its own order (raiden.md 3.2). */
export function findPaths(world: World, request: PathsRequest): FoundPaths {
  const fault = requestFault(world, request);
  if (fault !== undefined) return none(world, fault);
  const { layer, amount, maxPaths } = request;
  const [source, target] = [request.source as NodeIndex, request.target as NodeIndex];
  const routes = world.router.findRoutes(layer.view, { source, target, amount, maxPaths });
  if (routes.length > 0) return { kind: 'paths', routes };
  return none(world, {
    text: 'No route from source to target',
    at: source,
    check: 'route-exists',
    required: `a path to ${nameOf(world, target)} of running nodes that can all send ${amount}`,
    found: 'none',
  });
}

function none(world: World, fault: Fault): FoundPaths {
  const text = `${fault.text}. Approximate block at the time of the request ${world.blocks.latest}`;
  return { kind: 'none', ...fault, text };
}

function requestFault(world: World, { layer, source, target, amount }: PathsRequest): Fault | undefined {
  const { messenger } = world;
  const online = (node: NodeIndex | undefined): boolean => node !== undefined && messenger.isRunning(node);
  if (!online(source)) return offline(world, source, 'Source not online', 'source-online');
  if (!online(target)) return offline(world, target, 'Target not online', 'target-online');
  return (
    hasNoChannel(layer, source as NodeIndex, 'No channel from source') ??
    hasNoChannel(layer, target as NodeIndex, 'No channel to target') ??
    lacksCapacity(layer, { node: source as NodeIndex, amount, side: 'Source' }) ??
    lacksCapacity(layer, { node: target as NodeIndex, amount, side: 'Target' })
  );
}

function offline(world: World, node: NodeIndex | undefined, text: string, check: ModelCheck): Fault {
  if (node === undefined)
    return { text, at: node, check, required: 'a node that runs', found: 'no node has this address' };
  return { text, at: node, check, required: `${nameOf(world, node)} runs`, found: 'it is stopped' };
}

function hasNoChannel({ graph }: TokenLayer, node: NodeIndex, text: string): Fault | undefined {
  const { offsets } = graph.rows;
  if (offsets[node] !== offsets[node + 1]) return undefined;
  return { text, at: node, check: 'route-exists', required: 'an open channel', found: 'no open channel' };
}

function lacksCapacity(
  { graph, view }: TokenLayer,
  {
    node,
    amount,
    side,
  }: { readonly node: NodeIndex; readonly amount: Amount; readonly side: 'Source' | 'Target' },
): Fault | undefined {
  const { offsets, ends } = graph.rows;
  const sending = (at: number): EndIndex => {
    const end = ends[at] as EndIndex;
    return side === 'Source' ? end : otherEnd(end);
  };
  const last = offsets[node + 1] as number;
  for (let at = offsets[node] as number; at < last; at += 1)
    if (view.canSend(sending(at), amount)) return undefined;
  const capacities: Amount[] = [];
  for (let at = offsets[node] as number; at < last; at += 1) capacities.push(view.available(sending(at)));
  const list = `[${capacities.join(', ')}]`;
  const comparison = side === 'Source' ? `current capacities: ${list} < requested amount: ` : `${list} <`;
  return {
    text: `${side} does not have a channel with sufficient capacity (${comparison} ${amount})`,
    at: node,
    check: 'available-balance',
    required: `a channel ${side === 'Source' ? 'from' : 'to'} it that can send ${amount}`,
    found: `available balances ${list}`,
  };
}
