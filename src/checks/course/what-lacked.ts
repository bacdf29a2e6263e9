import type { PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { type FailurePlace, placeToldBy } from '../../model/failure-place.ts';
import type { CertainFlows, CertainHop } from '../foresight/certain-flows.ts';
import type { PaymentTimes, ScriptedStops } from './scripted-stops.ts';
import type { HeldBalance, WatchedBalances } from './watched-balances.ts';

/**
 * What a payment that did not succeed lacked; `way`: money or free locks, or a node that the scenario had stopped,
 * which cannot be told apart; `node`: one that it had stopped.
 */
export type Lack = 'money' | 'locks' | 'way' | 'service' | 'node';

/** What was lacking, and where that is known. */
export interface Lacked {
  readonly lack: Lack;
  readonly place?: FailurePlace;
}

const NO_WAY: ReadonlySet<ReasonClass> = new Set(['no-suitable-channel', 'no-route', 'no-usable-route']);

/**
 * Tells by what is known of the balances why a payment failed, and where. Nodes answer with the same words when an end
 * holds too little and when what it holds is locked, so the words alone do not tell.
 */
export function whatLacked(failure: PaymentTimes & Pick<OperationRecord, 'outcome'>, known: Known): Lacked {
  const { operation, outcome } = failure;
  const hasNoWay = outcome.kind === 'failed' && NO_WAY.has(outcome.reason);
  const dry = hasNoWay ? dryPlace(operation, known) : undefined;
  if (dry !== undefined) return { lack: 'money', place: dry };
  const stopped = known.stops.neededBy(failure, known.flows);
  if (stopped?.kind === 'maybe') return { lack: 'way' };
  if (stopped?.kind === 'needed') return { lack: 'node', place: stoppedPlace(operation, stopped.node) };
  if (outcome.kind !== 'failed') return { lack: 'service' };
  const told = placeToldBy(outcome.reason, operation);
  // What has begun and then failed, such as by an expired lock, was not served in time, whatever the ends hold now.
  if (!hasNoWay) return placed('service', told);
  const hops = known.flows.hops(operation);
  // No open channels lead there.
  if (hops === undefined)
    return { lack: 'money', place: { at: operation.node, channel: null, check: 'route-exists' } };
  const isKnown = hops.every(({ from }) => balanceAt(from, known) !== undefined);
  return placed(isKnown ? 'locks' : 'way', told);
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
