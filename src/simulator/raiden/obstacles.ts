import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { FailureTrace, ModelCheck } from '../../model/run/trace.ts';
import { channelFailure } from '../payments/attempt-trace.ts';
import type { ComparedNumbers } from '../answers.ts';
import { nameOf, type World } from '../world.ts';
import type { Attempt, LockedHop, Obstacle } from './attempt.ts';

/** A check that failed at a node, whatever its channels. */
export function obstacleAt(
  world: World,
  attempt: Attempt,
  at: NodeIndex,
  check: ModelCheck,
  { required, found }: ComparedNumbers,
): Obstacle {
  return { failure: { hop: attempt.hops.length, at: nameOf(world, at), check, required, found } };
}

/** A message that waits for a stopped node: the attempt hangs on the hop that was locked last. */
export function undelivered(world: World, { payment, hops }: Attempt, to: NodeIndex): Obstacle {
  const hop = hops.length - 1;
  const last = hops[hop];
  const failure: FailureTrace = {
    hop,
    at: nameOf(world, to),
    check: to === payment.target ? 'target-online' : 'mediator-online',
    required: `${nameOf(world, to)} runs`,
    found: 'it is stopped',
  };
  return last === undefined ? { failure } : { failure, end: last.end };
}

/** A transfer that waits until its payee has heard of what expired before. */
export function outOfTurn(world: World, attempt: Attempt, to: NodeIndex): Obstacle {
  const { failure, ...at } = undelivered(world, attempt, to);
  const required = `${nameOf(world, to)} has heard of the lock that expired before`;
  return { ...at, failure: { ...failure, required, found: 'it was away then' } };
}

/** A transfer that its payee does nothing with. */
export function heldAt(world: World, hop: LockedHop): Obstacle {
  const { payment, hops } = hop.attempt;
  const name = nameOf(world, hop.payee);
  const required = hop.payee === payment.target ? `${name} asks for the secret` : `${name} passes it on`;
  const failure = {
    hop: hops.length - 1,
    at: name,
    check: 'not-held',
    required,
    found: 'it holds it',
  } as const;
  return { failure, end: hop.end };
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
  const failure = channelFailure(world, payment.layer, { hop: hops.length, end, check }, numbers);
  attempt.obstacle ??= { failure, end };
}

/** Notes that a mediator's fee leaves nothing to forward. */
export function obstructByFee(world: World, attempt: Attempt, outgoing: EndIndex): void {
  const { graph, ledger } = attempt.payment.layer;
  const amountIn = attempt.hops[attempt.hops.length - 1]?.amount;
  obstruct(world, attempt, outgoing, 'mediation-fee', {
    required: `a fee of ${nameOf(world, graph.owner(outgoing))} that leaves something of ${amountIn} to forward`,
    found: `none with a balance of ${ledger.balance(outgoing)} in the outgoing channel`,
  });
}
