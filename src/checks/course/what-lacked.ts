import type { PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { type FailurePlace, placeToldBy } from '../../model/failure-place.ts';
import type { CertainFlows, CertainHop } from '../foresight/certain-flows.ts';
import type { HeldBalance, WatchedBalances } from './watched-balances.ts';

/** What a payment that did not succeed lacked; `way`: money or free locks, which cannot be told apart. */
export type Lack = 'money' | 'locks' | 'way' | 'service';

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
export function whatLacked(
  { operation, outcome }: Pick<OperationRecord, 'outcome'> & { readonly operation: PayRequest },
  known: { readonly balances: WatchedBalances; readonly flows: CertainFlows },
): Lacked {
  if (outcome.kind !== 'failed') return { lack: 'service' };
  const told = placeToldBy(outcome.reason, operation);
  // What has begun and then failed, such as by an expired lock, was not served in time, whatever the ends hold now.
  if (!NO_WAY.has(outcome.reason)) return placed('service', told);
  const dry = dryPlace(operation, known);
  if (dry !== undefined) return { lack: 'money', place: dry };
  const hops = known.flows.hops(operation);
  // No open channels lead there.
  if (hops === undefined)
    return { lack: 'money', place: { at: operation.node, channel: null, check: 'route-exists' } };
  const isKnown = hops.every(({ from }) => balanceAt(from, known) !== undefined);
  return placed(isKnown ? 'locks' : 'way', told);
}

function placed(lack: Lack, place: FailurePlace | undefined): Lacked {
  return place === undefined ? { lack } : { lack, place };
}

// The fullest end of the payer or in front of the payee, else the first end on the only way, that holds too little.
function dryPlace(
  operation: PayRequest,
  known: { readonly balances: WatchedBalances; readonly flows: CertainFlows },
): FailurePlace | undefined {
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
  { balances, flows }: { readonly balances: WatchedBalances; readonly flows: CertainFlows },
): HeldBalance | undefined {
  const end = flows.balances[from];
  if (end?.kind !== 'channel') return undefined;
  const has = balances.of(end.owner, end.channel);
  return has === undefined ? undefined : { owner: end.owner, channel: end.channel, has };
}
