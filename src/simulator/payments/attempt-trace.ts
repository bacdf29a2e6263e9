import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import { channelKey } from '../../model/network/network.ts';
import type { FailureTrace, ModelCheck, Trace } from '../../model/run/trace.ts';
import type { ComparedNumbers } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { Payment, PaymentEnd } from './payment.ts';
import { nameOf, type World } from '../world.ts';

/** One hop as it was sent: payer's end and amount. */
export interface SentHop {
  readonly end: EndIndex;
  readonly amount: Amount;
}

/** Path and amounts of an attempt; without `failure` it succeeded: once the initiator's hop is settled, all will be. */
export function traceOf(
  world: World,
  layer: TokenLayer,
  hops: readonly SentHop[],
  failure?: FailureTrace,
): Trace {
  const { graph, token } = layer;
  const succeeded = failure === undefined;
  const payee = ({ end }: SentHop) => nameOf(world, graph.owner(otherEnd(end)));
  const first = hops[0];
  const sent = first?.amount ?? 0n;
  const received = succeeded ? (hops[hops.length - 1]?.amount ?? 0n) : 0n;
  return {
    path: first === undefined ? [] : [nameOf(world, graph.owner(first.end)), ...hops.map(payee)],
    hops: hops.map((hop) => ({
      channel: channelKey(token.name, graph.identifier(hop.end)),
      payer: nameOf(world, graph.owner(hop.end)),
      payee: payee(hop),
      amount: hop.amount,
      settled: succeeded,
    })),
    fee: succeeded ? sent - received : 0n,
    sent,
    received,
    ...(succeeded ? {} : { failure }),
  };
}

/** How a payment that succeeded went, as fully as the world is to tell. */
export function successOf(world: World, layer: TokenLayer, hops: readonly SentHop[]): PaymentEnd {
  if (world.tracesSuccesses) return { kind: 'succeeded', trace: traceOf(world, layer, hops) };
  const fee = (hops[0]?.amount ?? 0n) - (hops[hops.length - 1]?.amount ?? 0n);
  return { kind: 'succeeded', outline: { hops: hops.length, fee } };
}

/** None of the paths that a request named itself can be taken. */
export function noRouteGiven(world: World, { initiator }: Pick<Payment, 'initiator'>): FailureTrace {
  return {
    hop: 0,
    at: nameOf(world, initiator),
    check: 'route-exists',
    required: 'a path of open channels from the payer to the target among those asked for',
    found: 'none',
  };
}

/** A check that failed at a channel end which was to carry hop `hop`. */
export function channelFailure(
  world: World,
  { graph, token }: TokenLayer,
  { hop, end, check }: { readonly hop: number; readonly end: EndIndex; readonly check: ModelCheck },
  { required, found }: ComparedNumbers,
): FailureTrace {
  return {
    hop,
    at: nameOf(world, graph.owner(end)),
    check,
    required,
    found,
    channel: channelKey(token.name, graph.identifier(end)),
  };
}
