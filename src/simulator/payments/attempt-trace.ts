import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { FailureTrace, HopTrace, ModelCheck, Trace } from '../../model/run/trace.ts';
import type { ComparedNumbers } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { nameOf, type World } from '../world.ts';
import type { Payment, PaymentEnd } from './payment.ts';

/** One hop as it was sent: payer's end and amount; without times, all of it happened at once. */
interface SentHop {
  readonly end: EndIndex;
  readonly amount: Amount;
  readonly lockedAtMs?: number;
  readonly unlockedAtMs?: number | undefined;
}

/** Path and amounts of an attempt; without `failure` it succeeded: once the initiator's hop is settled, all will be. */
export function traceOf(
  world: World,
  layer: TokenLayer,
  hops: readonly SentHop[],
  failure?: FailureTrace,
): Trace {
  const { graph, keyOf } = layer;
  const settled = failure === undefined;
  const nowMs = world.clock.nowMs();
  const hopTraces: HopTrace[] = [];
  const path: NodeName[] = [];
  for (let hop = 0; hop < hops.length; hop += 1) {
    const { end, amount, lockedAtMs = nowMs, unlockedAtMs = nowMs } = hops[hop] as SentHop;
    const payer = nameOf(world, graph.owner(end));
    const payee = nameOf(world, graph.owner(otherEnd(end)));
    const channel = keyOf(end);
    hopTraces.push(
      settled
        ? { channel, payer, payee, amount, settled, lockedAtMs, unlockedAtMs }
        : { channel, payer, payee, amount, settled, lockedAtMs },
    );
    if (path.length === 0) path.push(payer);
    path.push(payee);
  }
  const sent = hops[0]?.amount ?? 0n;
  if (failure !== undefined) return { path, hops: hopTraces, fee: 0n, sent, received: 0n, failure };
  const received = hops[hops.length - 1]?.amount ?? 0n;
  return { path, hops: hopTraces, fee: sent - received, sent, received };
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

/** A transfer that its payee, reached by hop `hop`, does nothing with. */
export function notHeldFailure(
  world: World,
  { target }: Payment,
  hop: number,
  payee: NodeIndex,
): FailureTrace {
  const at = nameOf(world, payee);
  const required = payee === target ? 'a target that asks for the secret' : 'a node that passes it on';
  return { hop, at, check: 'not-held', required, found: 'it holds the transfer' };
}

/** A check that failed at a channel end which was to carry hop `hop`. */
export function channelFailure(
  world: World,
  { graph, keyOf }: TokenLayer,
  { hop, end, check }: { readonly hop: number; readonly end: EndIndex; readonly check: ModelCheck },
  { required, found }: ComparedNumbers,
): FailureTrace {
  return {
    hop,
    at: nameOf(world, graph.owner(end)),
    channel: keyOf(end),
    check,
    required,
    found,
  };
}

// A node's words for a payment that was on its way (raiden.md 2.3 and 2.5).
const NO_USABLE_ROUTE = 'None of the available routes could be used';
const OVER_MAX_FEE =
  ' and at least one of them exceeded the maximum fee limit (see https://raiden-network.readthedocs.io/en/stable/using-raiden-on-mainnet/overview.html#frequently-asked-questions)';
const LOCK_EXPIRED = 'lock expired';
const SECRET_REQUESTED = ', despite receiving secret request';

/** No route could carry it; the reason speaks of the fee when that kept one of them from being tried. */
export function noUsableRoute({ isOverMaxFee }: { readonly isOverMaxFee: boolean }): string {
  return isOverMaxFee ? NO_USABLE_ROUTE + OVER_MAX_FEE : NO_USABLE_ROUTE;
}

/** It was not unlocked in time, perhaps although the target had asked for the secret. */
export function lockExpired({ secretRequested }: { readonly secretRequested: boolean }): string {
  return secretRequested ? LOCK_EXPIRED + SECRET_REQUESTED : LOCK_EXPIRED;
}
