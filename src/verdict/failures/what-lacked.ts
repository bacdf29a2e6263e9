import type { Operation, OperationRecord, PayRequest } from '../../model/run/operation.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type FailurePlace, placeToldBy } from '../../model/failure-place.ts';
import type { CertainFlows, CertainHop } from '../bounds/certain-flows.ts';
import { refusalOf } from '../refusals.ts';
import type { HeldBalance, WatchedBalances } from './watched-balances.ts';
import type { Stretch } from '../timeline/stretch.ts';

/**
 * The thing that a payment lacked which did not succeed; `way`: money or free locks, or a node that the scenario had stopped,
 * which cannot be told apart; `node`: one that it had stopped; `fees`: mediators that ask for less.
 */
type Lack = 'money' | 'locks' | 'way' | 'service' | 'node' | 'fees';

/** The thing that was lacking, and where, if that is known. */
export interface Lacked {
  readonly lack: Lack;
  readonly place?: FailurePlace;
}

/**
 * Tells by what is known of the balances why a payment failed, and where. Nodes answer with the same words when an end
 * holds too little and when what it holds is locked, so the words alone do not tell.
 */
export function whatLacked(failure: PaymentTimes & Pick<OperationRecord, 'outcome'>, known: Known): Lacked {
  const { operation, outcome } = failure;
  const hasNoWay = outcome.kind === 'failed' && refusalOf(outcome.reason).lacksWay;
  const dry = hasNoWay ? dryPlace(operation, known) : undefined;
  if (dry !== undefined) return { lack: 'money', place: dry };
  const stopped = known.stops.neededBy(failure, known.flows);
  if (stopped?.kind === 'maybe') return { lack: 'way' };
  if (stopped?.kind === 'needed') return { lack: 'node', place: stoppedPlace(operation, stopped.node) };
  if (outcome.kind !== 'failed') return { lack: 'service' };
  if (outcome.reason === 'max-fee-exceeded') return { lack: 'fees' };
  const toldPlace = placeToldBy(outcome.reason, operation);
  // A payment that has begun and then failed, such as by an expired lock, was not served in time, whatever the ends hold now.
  if (!hasNoWay) return placed('service', toldPlace);
  const hops = known.flows.hops(operation);
  // No open channels lead there.
  if (hops === undefined)
    return { lack: 'money', place: { at: operation.node, channel: null, check: 'route-exists' } };
  const isKnown = hops.every(({ from }) => balanceAt(from, known) !== undefined);
  return placed(isKnown ? 'locks' : 'way', toldPlace);
}

interface Known {
  readonly balances: WatchedBalances;
  readonly flows: CertainFlows;
  readonly stops: ScriptedStops;
}

function stoppedPlace({ node, target }: PayRequest, at: NodeName): FailurePlace {
  const check = at === node ? 'source-online' : at === target ? 'target-online' : 'mediator-online';
  return { at, channel: null, check };
}

function placed(lack: Lack, place: FailurePlace | undefined): Lacked {
  return place === undefined ? { lack } : { lack, place };
}

// The fullest end of the payer or in front of the payee, else the first end on the only way, that holds too little.
function dryPlace(operation: PayRequest, known: Pick<Known, 'balances' | 'flows'>): FailurePlace | undefined {
  const { node, target, token, amount } = operation;
  const { balances, flows } = known;
  for (const [of, way] of [
    [node, 'out'],
    [target, 'in'],
  ] as const) {
    const fullest = balances.fullestOf(of, token, way);
    if (fullest !== undefined && fullest.has < amount) return dryAt(fullest);
  }
  for (const { from } of flows.hops(operation) ?? []) {
    const end = balanceAt(from, known);
    if (end !== undefined && end.has < amount) return dryAt(end);
  }
  return undefined;
}

function dryAt({ owner, channel }: Pick<HeldBalance, 'owner' | 'channel'>): FailurePlace {
  return { at: owner, channel, check: 'available-balance' };
}

function balanceAt(
  from: CertainHop['from'],
  { balances, flows }: Pick<Known, 'balances' | 'flows'>,
): HeldBalance | undefined {
  const end = flows.balances[from];
  if (end?.kind !== 'channel') return undefined;
  const has = balances.of(end.owner, end.channel);
  return has === undefined ? undefined : { owner: end.owner, channel: end.channel, has };
}

/** A payment, and when it was on its way. */
interface PaymentTimes extends Stretch {
  readonly operation: PayRequest;
}

/** A stopped node that a payment needed; `maybe`: one was stopped, and several ways lead around it or through it. */
type NeededStop = { readonly kind: 'needed'; readonly node: NodeName } | { readonly kind: 'maybe' };

/** When the steps of the scenario had a node stopped: what fails then is no fault of the target. */
export class ScriptedStops {
  /** By operation, in order; a stop without an end lasts. */
  readonly #stops = new Map<number, { readonly node: NodeName; readonly fromMs: number; untilMs: number }>();

  /** All that were stopped, by name. */
  get nodes(): readonly NodeName[] {
    return [...new Set([...this.#stops.values()].map(({ node }) => node))].toSorted();
  }

  /** A stop counts from when it is asked for: what fails beside it may be told before it is answered. */
  sent(operation: Operation, atMs: number): void {
    if (operation.kind !== 'stop') return;
    this.#stops.set(operation.id, {
      node: operation.node,
      fromMs: atMs,
      untilMs: Number.POSITIVE_INFINITY,
    });
  }

  ended({ operation, outcome, endedAtMs }: OperationRecord): void {
    if (operation.kind === 'stop' && outcome.kind === 'failed') this.#stops.delete(operation.id);
    if (operation.kind !== 'start' || outcome.kind !== 'succeeded') return;
    for (const stop of this.#stops.values())
      if (stop.node === operation.node) stop.untilMs = Math.min(stop.untilMs, endedAtMs);
  }

  /** Whether a payment needed a node that was stopped while it was on its way. */
  neededBy({ operation, ...times }: PaymentTimes, flows: CertainFlows): NeededStop | undefined {
    const stopped = new Set<NodeName>();
    for (const { node, fromMs, untilMs } of this.#stops.values())
      if (times.endedAtMs >= fromMs && times.startedAtMs <= untilMs) stopped.add(node);
    if (stopped.size === 0) return undefined;
    const hops = flows.hops(operation) ?? [];
    const owners = hops.flatMap(({ from, to }) => [from, to].map((end) => flows.balances[end]?.owner));
    const needed = [operation.node, operation.target, ...owners];
    const node = needed.find((name) => name !== undefined && stopped.has(name));
    if (node !== undefined) return { kind: 'needed', node };
    return hops.some(({ kind }) => kind === 'part') ? { kind: 'maybe' } : undefined;
  }
}
