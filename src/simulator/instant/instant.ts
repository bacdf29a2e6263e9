import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { FailureTrace } from '../../model/run/trace.ts';
import type { Protocol } from '../../ports/protocol.ts';
import type { Route, Routes } from '../../ports/router.ts';
import { mostToSend, raidenFees } from '../fees/mediation-fee.ts';
import { nodeDesks } from '../node-desks.ts';
import { simulatedPathFinding } from '../path-finding/simulated-path-finding.ts';
import {
  channelFailure,
  lockExpired,
  noRouteGiven,
  notHeldFailure,
  noUsableRoute,
  successOf,
  traceOf,
} from '../payments/attempt-trace.ts';
import { noteReceived, type Payment } from '../payments/payment.ts';
import { comparison, type TransferIntent, unusableBecause } from '../channels/usability.ts';
import { nameOf, type World } from '../world.ts';

/** Payments without locks, messages or waiting: what the same channels could carry at best, and quick to simulate. */
export const instantProtocol: Protocol<World> = {
  kind: 'instant',
  description:
    'the whole route settles at once when every hop covers it, without locks, messages or confirmations: an upper bound',
  fees: raidenFees,
  furnish(world) {
    return {
      desk: nodeDesks(
        world,
        world.blocks.confirmingAtOnce(),
        (payment, routes) => settleAtOnce(world, payment, routes),
        () => [],
      ),
      pathFinding: simulatedPathFinding(world),
      pendingTransfers: () => 0,
    };
  },
};

/**
 * Settles the first route whose every hop covers what it is to carry, or none and nothing moves. Mediators keep
 * the fees the router counted, and the target gets exactly the amount.
 */
function settleAtOnce(world: World, payment: Payment, routes: Routes): void {
  settleFirst(world, payment, routes);
  routes.forget?.();
}

function settleFirst(world: World, payment: Payment, routes: Routes): void {
  const { layer, amount } = payment;
  if (payment.secret === undefined) {
    fail(world, payment, lockExpired({ secretRequested: true }), unknownSecret(world, payment));
    return;
  }
  const most = mostToSend(amount, world.rules.maxFeePercent);
  let isOverMaxFee = false;
  let failure = routes.at(0) === undefined ? noRouteGiven(world, payment) : undefined;
  for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
    if ((route.amounts[0] as Amount) > most) {
      // The answer speaks of the fee, whatever other routes lack.
      if (!isOverMaxFee) failure = overMaxFee(world, payment, route, most);
      isOverMaxFee = true;
      continue;
    }
    const uncoveredHop = route.ends.findIndex((_end, at) =>
      unusableBecause(world, intentOf(payment, route, at)),
    );
    const hop = uncoveredHop < 0 ? heldHop(world, payment, route) : uncoveredHop;
    if (hop < 0) return settle(world, payment, route);
    failure ??=
      uncoveredHop < 0
        ? notHeldFailure(world, payment, hop, layer.graph.owner(otherEnd(route.ends[hop] as EndIndex)))
        : uncovered(world, payment, route, hop);
  }
  fail(world, payment, noUsableRoute({ isOverMaxFee }), failure);
}

function fail(world: World, payment: Payment, reason: string, failure: FailureTrace | undefined): void {
  payment.conclude({ kind: 'failed', reason, trace: traceOf(world, payment.layer, [], failure) });
}

function settle(world: World, payment: Payment, route: Route): void {
  const { layer } = payment;
  const hops = route.ends.map((end, at) => ({ end, amount: route.amounts[at] as Amount }));
  for (const { end, amount } of hops) {
    layer.ledger.send(end, amount);
    world.depletedEnds.moved(layer, end, amount, payment.operation);
  }
  payment.conclude(successOf(world, layer, hops));
  noteReceived(world, payment, payment.amount);
}

function intentOf({ layer }: Payment, { ends, amounts }: Route, at: number): TransferIntent {
  return { layer, end: ends[at] as EndIndex, amount: amounts[at] as Amount };
}

// A transfer that this node would hold it turns down here: nothing is ever locked.
function heldHop({ disturbances }: World, { layer, target }: Payment, { ends, amounts }: Route): number {
  if (disturbances === undefined) return -1;
  return ends.findIndex((end, at) => {
    const payee = layer.graph.owner(otherEnd(end));
    return disturbances.holds(payee, payee === target ? 'target' : 'mediator', amounts[at] as Amount);
  });
}

function uncovered(world: World, payment: Payment, route: Route, hop: number): FailureTrace {
  const intent = intentOf(payment, route, hop);
  const check = unusableBecause(world, intent) ?? 'available-balance';
  const { layer, end } = intent;
  return channelFailure(world, layer, { hop, end, check }, comparison(world, intent, check));
}

function overMaxFee(world: World, { layer, amount }: Payment, route: Route, most: Amount): FailureTrace {
  const end = route.ends[0] as EndIndex;
  const toSend = route.amounts[0] as Amount;
  return channelFailure(
    world,
    layer,
    { hop: 0, end, check: 'max-fee' },
    { required: `amount with fees <= ${most}`, found: `${toSend} = ${amount} + fee ${toSend - amount}` },
  );
}

// Raiden's locks would expire; here nothing is ever locked.
function unknownSecret(world: World, { initiator }: Payment): FailureTrace {
  return {
    hop: 0,
    at: nameOf(world, initiator),
    check: 'lock-expiration',
    required: 'the secret is known',
    found: 'the initiator knows the hash only',
  };
}
