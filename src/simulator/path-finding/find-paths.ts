import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { Route } from '../../ports/router.ts';
import type { ComparedNumbers } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';

/** The routes a payment may take, or why there is none. */
export type RouteChoice = { readonly kind: 'routes'; readonly routes: readonly Route[] } | NoRoute;

/** Why there is no route. */
export interface NoRoute extends ComparedNumbers {
  readonly kind: 'none';
  /** In the words of whoever was asked: the service, with its error code 2201, or the node. */
  readonly reason: string;
  /** Node the check speaks of; undefined: an address that is no node's. */
  readonly at: NodeIndex | undefined;
  readonly check: ModelCheck;
}

interface PathsRequest {
  readonly layer: TokenLayer;
  readonly source: NodeIndex | undefined;
  readonly target: NodeIndex | undefined;
  readonly amount: Amount;
  readonly maxPaths: number;
}

/** Asks the router, after the service's own checks in its own order (raiden.md 3.2). */
export function findPaths(world: World, request: PathsRequest): RouteChoice {
  const fault = requestFault(world, request);
  if (fault !== undefined) return dated(world, fault);
  const { layer, amount, maxPaths } = request;
  const [source, target] = [request.source as NodeIndex, request.target as NodeIndex];
  const routes = world.router.findRoutes(layer.view, { source, target, amount, maxPaths });
  if (routes.length > 0) return { kind: 'routes', routes };
  return dated(world, {
    kind: 'none',
    reason: 'No route from source to target',
    at: source,
    check: 'route-exists',
    required: `a path to ${nameOf(world, target)} of running nodes that can all send ${amount}`,
    found: 'none',
  });
}

function dated({ blocks }: World, none: NoRoute): NoRoute {
  const reason = `${none.reason}. Approximate block at the time of the request ${blocks.latest}`;
  return { ...none, reason };
}

function requestFault(world: World, { layer, source, target, amount }: PathsRequest): NoRoute | undefined {
  const { messenger } = world;
  const online = (node: NodeIndex | undefined): boolean => node !== undefined && messenger.isRunning(node);
  if (!online(source)) return offline(world, source, 'Source not online', 'source-online');
  if (!online(target)) return offline(world, target, 'Target not online', 'target-online');
  return (
    hasNoChannel(layer, source as NodeIndex, 'No channel from source') ??
    hasNoChannel(layer, target as NodeIndex, 'No channel to target') ??
    lacksCapacity(layer, source as NodeIndex, amount, 'Source') ??
    lacksCapacity(layer, target as NodeIndex, amount, 'Target')
  );
}

function offline(world: World, at: NodeIndex | undefined, reason: string, check: ModelCheck): NoRoute {
  const numbers =
    at === undefined
      ? { required: 'a node that runs', found: 'no node has this address' }
      : { required: `${nameOf(world, at)} runs`, found: 'it is stopped' };
  return { kind: 'none', reason, at, check, ...numbers };
}

function hasNoChannel({ graph }: TokenLayer, at: NodeIndex, reason: string): NoRoute | undefined {
  const { offsets } = graph.rows;
  if (offsets[at] !== offsets[at + 1]) return undefined;
  const numbers = { required: 'an open channel', found: 'no open channel' };
  return { kind: 'none', reason, at, check: 'route-exists', ...numbers };
}

function lacksCapacity(
  { graph, view }: TokenLayer,
  node: NodeIndex,
  amount: Amount,
  side: 'Source' | 'Target',
): NoRoute | undefined {
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
    kind: 'none',
    reason: `${side} does not have a channel with sufficient capacity (${comparison} ${amount})`,
    at: node,
    check: 'available-balance',
    required: `a channel ${side === 'Source' ? 'from' : 'to'} it that can send ${amount}`,
    found: `available balances ${list}`,
  };
}
