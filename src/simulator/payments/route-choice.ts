import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { OwnPath } from '../../ports/node-api.ts';
import type { Route } from '../../ports/router.ts';
import { nobodyOnline } from '../channels/own-channels.ts';
import { findPaths, fullestOf, type RouteChoice } from '../path-finding/find-paths.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';
import type { Payment } from './payment.ts';
import { comparison, type TransferIntent, unusableBecause } from '../channels/usability.ts';

/** A payment whose routes are to be chosen. */
interface PaymentToRoute extends Pick<Payment, 'layer' | 'initiator' | 'targetAddress' | 'amount'> {
  /** Undefined: the address is no node's. */
  readonly target: NodeIndex | undefined;
}

/**
 * The initiator's routes: the direct channel, else what the path-finding service says (raiden.md 2.3). A reason stands
 * after `Payment couldn't be completed because: `.
 */
export function chooseRoutes(
  world: World,
  { layer, initiator, target, targetAddress, amount }: PaymentToRoute,
): RouteChoice {
  const direct = target === undefined ? undefined : layer.graph.openEnd(initiator, target);
  if (target !== undefined && direct !== undefined && isUsable(world, layer, direct, amount)) {
    if (world.messenger.isSeen(target))
      return { kind: 'routes', routes: [{ ends: [direct], amounts: [amount] }] };
    return targetIsOffline(world, target, targetAddress);
  }
  const { rows } = layer.graph;
  const first = rows.offsets[initiator] as number;
  const last = rows.offsets[initiator + 1] as number;
  let suitable = false;
  for (let at = first; at < last && !suitable; at += 1) {
    suitable = isUsable(world, layer, rows.ends[at] as EndIndex, amount);
  }
  if (!suitable) {
    const ownEnds = Array.from({ length: last - first }, (_, at) => rows.ends[first + at] as EndIndex);
    const end = direct ?? fullestOf(ownEnds, (one) => layer.ledger.available(one));
    return noSuitableChannel(world, initiator, end === undefined ? undefined : { layer, end, amount });
  }
  const maxPaths = world.maxPathsOf(initiator);
  const choice = findPaths(world, { layer, source: initiator, target, amount, maxPaths });
  if (choice.kind === 'routes') return choice;
  return { ...choice, reason: `PFS: ${choice.reason} (PFS error code: 2201)` };
}

// Its balance first: that is what most ends lack, and the least to look up.
function isUsable(world: World, layer: TokenLayer, end: EndIndex, amount: Amount): boolean {
  return layer.ledger.covers(end, amount) && unusableBecause(world, { layer, end, amount }) === undefined;
}

// The node asks the path-finding service where the target is, and takes its no for an answer.
function targetIsOffline(world: World, target: NodeIndex, address: Address): RouteChoice {
  return {
    kind: 'none',
    reason: `PFS returned an error while trying to fetch user information: \n${nobodyOnline(address)}`,
    classified: 'target-offline',
    at: target,
    check: 'target-online',
    required: `${nameOf(world, target)} runs`,
    found: 'it is stopped',
  };
}

// Says what the fullest end lacks; without an end there is no open channel at all.
function noSuitableChannel(
  world: World,
  initiator: NodeIndex,
  intent: TransferIntent | undefined,
): RouteChoice {
  const check =
    intent === undefined ? 'channel-open' : (unusableBecause(world, intent) ?? 'available-balance');
  const numbers =
    intent === undefined
      ? { required: 'an open channel', found: 'no open channel' }
      : comparison(world, intent, check);
  return {
    kind: 'none',
    reason: 'You have no suitable channel to initiate this payment.',
    classified: 'no-suitable-channel',
    at: initiator,
    channel: intent?.layer.keyOf(intent.end),
    check,
    required: numbers.required,
    found: numbers.found,
  };
}

/**
 * The routes that a request names itself, past the path-finding service (raiden.md 1.5); left out are those that do
 * not lead over open channels from the initiator to the target.
 */
export function ownRoutes(
  world: World,
  { layer, initiator, target, amount }: Pick<Payment, 'layer' | 'initiator' | 'target' | 'amount'>,
  paths: readonly OwnPath[],
): readonly Route[] {
  return paths.flatMap(({ route, fee = 0n }) => {
    const nodes = route.map((address) => world.nodeByAddress.get(address));
    if (nodes[0] !== initiator || nodes.at(-1) !== target) return [];
    const ends: EndIndex[] = [];
    for (const [at, node] of nodes.slice(1).entries()) {
      const end = openEndTo(nodes[at], node);
      if (end === undefined) return [];
      ends.push(end);
    }
    // The mediators decide how they share the fee.
    return ends.length === 0
      ? []
      : [{ ends, amounts: ends.map((_end, at) => (at === ends.length - 1 ? amount : amount + fee)) }];
  });

  function openEndTo(from: NodeIndex | undefined, to: NodeIndex | undefined): EndIndex | undefined {
    return from === undefined || to === undefined ? undefined : layer.graph.openEnd(from, to);
  }
}
