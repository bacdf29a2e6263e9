import { channelKey } from '../../model/network/network.ts';
import type { FailureTrace, ModelCheck } from '../../model/run/trace.ts';
import type { PaymentInFlight } from './attempt.ts';
import { nameOf, type World } from '../world.ts';

/** What a check wanted and what it found. */
export interface Numbers {
  readonly required: string;
  readonly found: string;
}

/** A check that failed while a payment was on its way. */
export function failureAt(
  world: World,
  payment: PaymentInFlight,
  at: number,
  check: ModelCheck,
  { required, found }: Numbers,
): FailureTrace {
  // A message to a stopped node hangs on the hop that was locked last; every other check is about the next one.
  const isDelivery = check === 'target-online' || check === 'mediator-online';
  return { hop: payment.ends.length - (isDelivery ? 1 : 0), at: nameOf(world, at), check, required, found };
}

/** Notes why a channel end cannot be used; only the first obstacle is told, later ones are the same a block on. */
export function obstruct(
  world: World,
  payment: PaymentInFlight,
  end: number,
  check: ModelCheck,
  numbers: Numbers,
): void {
  const { graph, token } = payment.layer;
  payment.obstacle ??= {
    ...failureAt(world, payment, graph.owner(end), check, numbers),
    channel: channelKey(token.name, graph.identifier(end)),
  };
}

/** Notes that a mediator's fee leaves nothing to forward. */
export function obstructByFee(world: World, payment: PaymentInFlight, outgoing: number): void {
  const { graph, ledger } = payment.layer;
  const amountIn = payment.amounts[payment.amounts.length - 1];
  obstruct(world, payment, outgoing, 'mediation-fee', {
    required: `a fee of ${nameOf(world, graph.owner(outgoing))} that leaves something of ${amountIn} to forward`,
    found: `none with a balance of ${ledger.balance[outgoing]} in the outgoing channel`,
  });
}
