import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import { nobodyOnline } from '../channels/channel-refusals.ts';
import { findPaths, type RouteChoice } from '../path-finding/find-paths.ts';
import type { TokenLayer } from '../token-layer.ts';
import { comparison, type TransferIntent, unusableBecause } from './usability.ts';
import { nameOf, type World } from '../world.ts';

/**
 * The initiator's routes: the direct channel, else what the path-finding service says (raiden.md 2.3). A reason stands
 * after `Payment couldn't be completed because: `.
 */
export function chooseRoutes(
  world: World,
  payment: {
    readonly layer: TokenLayer;
    readonly initiator: NodeIndex;
    /** Perhaps the address of no node. */
    readonly targetAddress: Address;
    readonly amount: Amount;
  },
): RouteChoice {
  const { layer, initiator, targetAddress, amount } = payment;
  const target = world.nodeByAddress.get(targetAddress);
  const intent = (end: EndIndex): TransferIntent => ({
    layer,
    end,
    amount,
    maxPendingLocks: world.rules.maxPendingLocks,
  });
  const direct = target === undefined ? undefined : layer.graph.openEnd(initiator, target);
  if (target !== undefined && direct !== undefined && unusableBecause(intent(direct)) === undefined) {
    if (world.messenger.isRunning(target))
      return { kind: 'routes', routes: [{ ends: [direct], amounts: [amount] }] };
    return targetIsOffline(world, target, targetAddress);
  }
  const { rows } = layer.graph;
  const first = rows.offsets[initiator] as number;
  const last = rows.offsets[initiator + 1] as number;
  let suitable = false;
  for (let at = first; at < last && !suitable; at += 1) {
    suitable = unusableBecause(intent(rows.ends[at] as EndIndex)) === undefined;
  }
  if (!suitable) return noSuitableChannel(initiator, direct ?? rows.ends[first], intent, first === last);
  const { maxPaths } = world.rules;
  const found = findPaths(world, { layer, source: initiator, target, amount, maxPaths });
  if (found.kind === 'routes') return found;
  return { ...found, reason: `PFS: ${found.reason} (PFS error code: 2201)` };
}

// The node asks the path-finding service where the target is, and takes its no for an answer.
function targetIsOffline(world: World, target: NodeIndex, address: Address): RouteChoice {
  return {
    kind: 'none',
    reason: `PFS returned an error while trying to fetch user information: \n${nobodyOnline(address)}`,
    at: target,
    check: 'target-online',
    required: `${nameOf(world, target)} runs`,
    found: 'it is stopped',
  };
}

function noSuitableChannel(
  initiator: NodeIndex,
  end: EndIndex | undefined,
  intent: (end: EndIndex) => TransferIntent,
  hasNone: boolean,
): RouteChoice {
  const reason = 'You have no suitable channel to initiate this payment.';
  if (hasNone || end === undefined) {
    const numbers = { required: 'an open channel', found: 'no open channel' };
    return { kind: 'none', reason, at: initiator, check: 'channel-open', ...numbers };
  }
  const check = unusableBecause(intent(end)) ?? 'available-balance';
  return { kind: 'none', reason, at: initiator, check, ...comparison(intent(end), check) };
}
