import type { Amount } from '../../model/network/amount.ts';
import { feeMargin, type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { FailureTrace, ModelCheck } from '../../model/run/trace.ts';
import type { Route } from '../../ports/router.ts';
import type { ComparedNumbers } from '../answers.ts';
import { mostToSend } from '../fees/mediation-fee.ts';
import { channelFailure, noRouteGiven, notHeldFailure } from '../payments/attempt-trace.ts';
import { comparison, unusableBecause } from '../channels/usability.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';
import type { Attempt, LockedHop } from './attempt.ts';

/** The amount that the initiator sends and the end it sends it through; or why it sends nothing. */
type FirstHop =
  | { readonly kind: 'usable'; readonly end: EndIndex; readonly amount: Amount }
  | { readonly kind: 'none'; readonly isOverMaxFee: boolean };

/** Chooses the first usable route; where there is none, the attempt is told what was in the way. */
export function firstHop(world: World, attempt: Attempt): FirstHop {
  const { payment, routes } = attempt;
  const { layer, amount, lockTimeout } = payment;
  const most = mostToSend(amount, world.rules.maxFeePercent);
  let isOverMaxFee = false;
  for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
    const { ends, amounts } = route;
    const estimatedFee = (amounts[0] as Amount) - amount;
    const toSend = amount + estimatedFee + feeMargin({ amount, estimatedFee });
    const end = ends[0] as EndIndex;
    if (toSend > most) {
      // The answer speaks of the fee, whatever other routes lack.
      if (!isOverMaxFee) attempt.obstacle = undefined;
      isOverMaxFee = true;
      obstruct(world, attempt, end, 'max-fee', {
        required: `amount with fees <= ${most}`,
        found: `${toSend} = ${amount} + fee ${estimatedFee} + margin ${toSend - amount - estimatedFee}`,
      });
      continue;
    }
    const intent = { layer, end, amount: toSend, lockTimeout };
    const check = unusableBecause(world, intent);
    if (check === undefined) return { kind: 'usable', end, amount: toSend };
    obstruct(world, attempt, end, check, comparison(world, intent, check));
  }
  if (routes.at(0) === undefined) attempt.obstacle = noRouteGiven(world, payment);
  return { kind: 'none', isOverMaxFee };
}

/** The amount that a mediator sends on; `undefined`: its fee leaves nothing. Pending locks count as its balance. */
export function forwardedAmount(
  { fees }: World,
  { ledger, graph, curves, schedules }: TokenLayer,
  {
    incoming,
    outgoing,
    amountIn,
  }: { readonly incoming: EndIndex; readonly outgoing: EndIndex; readonly amountIn: Amount },
): Amount | undefined {
  const schedule: FeeSchedule = schedules[graph.owner(outgoing)] ?? NO_FEES;
  if (fees.isFree(schedule)) return amountIn;
  return fees.amountOut(
    {
      scheduleIn: schedule,
      scheduleOut: schedule,
      balanceIn: ledger.balance(otherEnd(incoming)),
      balanceOut: ledger.balance(outgoing),
      receivable: ledger.balance(incoming),
      capacityIn: curves.drawn(incoming),
      capacityOut: curves.drawn(outgoing),
    },
    amountIn,
  );
}

/** The end through which a route goes on after an attempt's hops; undefined: it does not begin with them. */
export function onwardEnd({ hops }: Attempt, { ends }: Route): EndIndex | undefined {
  for (let place = 0; place < hops.length; place += 1) if (hops[place]?.end !== ends[place]) return undefined;
  return ends[hops.length];
}

/** A check that failed at a node, whatever its channels. */
export function obstacleAt(
  world: World,
  attempt: Attempt,
  at: NodeIndex,
  check: ModelCheck,
  { required, found }: ComparedNumbers,
): FailureTrace {
  return { hop: attempt.hops.length, at: nameOf(world, at), check, required, found };
}

/** A message that waits for a stopped node: the attempt hangs on the hop that was locked last. */
export function undelivered(world: World, { payment, hops }: Attempt, to: NodeIndex): FailureTrace {
  return {
    hop: hops.length - 1,
    at: nameOf(world, to),
    check: to === payment.target ? 'target-online' : 'mediator-online',
    required: `${nameOf(world, to)} runs`,
    found: 'it is stopped',
  };
}

/** A transfer that waits until its payee has heard of what expired before. */
export function outOfTurn(world: World, attempt: Attempt, to: NodeIndex): FailureTrace {
  const required = 'news of the lock that expired before';
  return { ...undelivered(world, attempt, to), required, found: 'it was away when that lock expired' };
}

/** Notes why a channel end cannot be used; only the first obstacle is told, later ones are the same a block on. */
export function obstruct(
  world: World,
  attempt: Attempt,
  end: EndIndex,
  check: ModelCheck,
  numbers: ComparedNumbers,
): void {
  const { payment, hops } = attempt;
  attempt.obstacle ??= channelFailure(world, payment.layer, { hop: hops.length, end, check }, numbers);
}

/** Notes that a mediator's fee leaves nothing to forward. */
export function obstructByFee(world: World, attempt: Attempt, outgoing: EndIndex): void {
  const { ledger } = attempt.payment.layer;
  const amountIn = attempt.hops[attempt.hops.length - 1]?.amount;
  obstruct(world, attempt, outgoing, 'mediation-fee', {
    required: 'something to forward',
    found: `the fee at a balance of ${ledger.balance(outgoing)} takes all of the ${amountIn} that came`,
  });
}

/** True when the payee does nothing with the transfer: then what is locked stays locked until it expires. */
export function isHeld(world: World, hop: LockedHop): boolean {
  const { disturbances } = world;
  if (disturbances === undefined) return false;
  const { attempt, payee } = hop;
  const role = payee === attempt.payment.target ? 'target' : 'mediator';
  if (!disturbances.holds(payee, role, hop.amount)) return false;
  attempt.obstacle = notHeldFailure(world, attempt.payment, attempt.hops.length - 1, payee);
  holdLocks(world, attempt);
  return true;
}

/** Notes that nothing will come of what is locked. */
export function holdLocks({ disturbances }: World, attempt: Attempt): void {
  const { payment, hops } = attempt;
  attempt.held = hops.reduce((sum, { amount }) => sum + amount, 0n);
  disturbances?.heldChanged(payment.layer.token.name, attempt.held);
}

/** Notes that what was held is released. */
export function letGo({ disturbances }: World, { held, payment }: Attempt): void {
  if (held !== undefined) disturbances?.heldChanged(payment.layer.token.name, -held);
}
