import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { Routes } from '../../ports/router.ts';
import type { ComparedNumbers } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';
import type { PathsRequest } from '../path-requests.ts';
import { shortestObstacle } from '../view/shortest-way.ts';

/** The routes a payment may take, or why there is none. */
export type RouteChoice = { readonly kind: 'routes'; readonly routes: Routes } | NoRoute;

/** Why there is no route; always made with these fields in this order, which makes a copy ten times as fast. */
interface NoRoute extends ComparedNumbers {
  readonly kind: 'none';
  /** In the words of whoever was asked: the service, with its error code 2201, or the node. */
  readonly reason: string;
  /** The class of failures to which those words belong. */
  readonly classified: ReasonClass;
  /** Node the check speaks of; undefined: an address that is no node's. */
  readonly at: NodeIndex | undefined;
  /** Edge key of the channel whose end at that node could not send it. */
  readonly channel?: string | undefined;
  readonly check: ModelCheck;
}

/** Asks the router, after the service's own checks in its own order (raiden.md 3.2). */
export function findPaths(world: World, request: PathsRequest): RouteChoice {
  const choice = choosePaths(world, request);
  world.pathRequests.note(request, choice.kind === 'routes' ? choice.routes : undefined);
  return choice;
}

function choosePaths(world: World, request: PathsRequest): RouteChoice {
  const fault = requestFault(world, request);
  if (fault !== undefined) return dated(world, fault);
  const { layer, amount, maxPaths } = request;
  const source = request.source as NodeIndex;
  const target = request.target as NodeIndex;
  const routes = world.router.findRoutes(layer.view, { source, target, amount, maxPaths });
  if (routes.at(0) !== undefined) return { kind: 'routes', routes };
  const { at, channel, check, found } = placeOf(world, layer, { source, target, amount });
  const required = `a path to ${nameOf(world, target)} of running nodes that can all send ${amount}`;
  const reason = 'No route from source to target';
  return dated(world, { kind: 'none', reason, classified: 'no-route', at, channel, check, required, found });
}

// Where the shortest way ends, which says more than that there is none.
function placeOf(
  world: World,
  { graph, keyOf, view }: TokenLayer,
  way: Parameters<typeof shortestObstacle>[2],
): Pick<NoRoute, 'at' | 'channel' | 'check' | 'found'> {
  const obstacle = shortestObstacle(world.ways, view, way);
  switch (obstacle?.kind) {
    case undefined:
      return { at: way.source, check: 'route-exists', found: 'none' };
    case 'stopped': {
      const at = obstacle.node;
      const found = `none; on the shortest one ${nameOf(world, at)} is stopped`;
      return { at, check: 'mediator-online', found };
    }
    case 'dry': {
      const { end } = obstacle;
      const at = graph.owner(end);
      const payer = nameOf(world, at);
      const payee = nameOf(world, graph.owner(otherEnd(end)));
      return {
        at,
        channel: keyOf(end),
        check: 'route-exists',
        found: `none; on the shortest one ${payer} can send ${view.available(end)} to ${payee}${view.canSend(end, way.amount) ? ', too little with what mediators ask' : ''}`,
      };
    }
  }
}

function dated({ blocks }: World, none: NoRoute): NoRoute {
  const reason = `${none.reason}. Approximate block at the time of the request ${blocks.latest}`;
  return { ...none, reason };
}

function requestFault(world: World, request: PathsRequest): NoRoute | undefined {
  const { layer, source, target } = request;
  const { messenger } = world;
  if (source === undefined || !messenger.isSeen(source))
    return {
      ...offline(world, source, 'source-online'),
      reason: 'Source not online',
      classified: 'service-unavailable',
    };
  if (target === undefined || !messenger.isSeen(target))
    return {
      ...offline(world, target, 'target-online'),
      reason: 'Target not online',
      classified: 'target-offline',
    };
  return (
    hasNoChannel(layer, source, 'No channel from source') ??
    hasNoChannel(layer, target, 'No channel to target') ??
    lacksCapacity(world, request, 'Source') ??
    lacksCapacity(world, request, 'Target')
  );
}

function offline(
  world: World,
  at: NodeIndex | undefined,
  check: ModelCheck,
): Omit<NoRoute, 'reason' | 'classified'> {
  const numbers =
    at === undefined
      ? { required: 'a node that runs', found: 'no node has this address' }
      : { required: `${nameOf(world, at)} runs`, found: 'it is stopped' };
  return { kind: 'none', at, check, ...numbers };
}

function hasNoChannel({ graph }: TokenLayer, at: NodeIndex, reason: string): NoRoute | undefined {
  const { offsets } = graph.rows;
  if (offsets[at] !== offsets[at + 1]) return undefined;
  const numbers = { required: 'an open channel', found: 'no open channel' };
  return { kind: 'none', reason, classified: 'no-route', at, check: 'route-exists', ...numbers };
}

function lacksCapacity(world: World, request: PathsRequest, side: 'Source' | 'Target'): NoRoute | undefined {
  const { graph, view } = request.layer;
  const node = (side === 'Source' ? request.source : request.target) as NodeIndex;
  const { offsets, ends } = graph.rows;
  const flip = side === 'Source' ? 0 : 1;
  const last = offsets[node + 1] as number;
  for (let at = offsets[node] as number; at < last; at += 1)
    if (view.canSend(((ends[at] as EndIndex) ^ flip) as EndIndex, request.amount)) return undefined;
  return capacityFault(world, request, side);
}

// A function of its own: it runs rarely, its caller for every payment.
function capacityFault(
  world: World,
  { layer: { graph, keyOf, view }, source, target, amount }: PathsRequest,
  side: 'Source' | 'Target',
): NoRoute {
  const node = (side === 'Source' ? source : target) as NodeIndex;
  const { offsets, ends } = graph.rows;
  const sending: EndIndex[] = [];
  for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
    const ownEnd = ends[at] as EndIndex;
    sending.push(side === 'Source' ? ownEnd : otherEnd(ownEnd));
  }
  const available = sending.map((end) => view.available(end)).join(', ');
  const list = `[${available}]`;
  const comparison = side === 'Source' ? `current capacities: ${list} < requested amount: ` : `${list} <`;
  // The one that lacks the least.
  const fullest = fullestOf(sending, (end) => view.available(end)) as EndIndex;
  return {
    kind: 'none',
    reason: `${side} does not have a channel with sufficient capacity (${comparison} ${amount})`,
    classified: 'no-route',
    at: graph.owner(fullest),
    channel: keyOf(fullest),
    check: 'available-balance',
    required: `a channel ${side === 'Source' ? 'from' : 'to'} ${nameOf(world, node)} that can send ${amount}`,
    found: `available ${sending.length === 1 ? 'balance' : 'balances'} ${available}`,
  };
}

/** The end that holds the most, the first of equals: of ends that all hold too little, the one that lacks the least. */
export function fullestOf(
  ends: readonly EndIndex[],
  available: (end: EndIndex) => Amount,
): EndIndex | undefined {
  let fullest: EndIndex | undefined;
  let most: Amount | undefined;
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends[at] as EndIndex;
    const has = available(end);
    if (most !== undefined && has <= most) continue;
    fullest = end;
    most = has;
  }
  return fullest;
}
