import type { PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import type { CertainFlows } from '../foresight/certain-flows.ts';
import type { WatchedBalances } from './watched-balances.ts';

/** What a payment that did not succeed lacked; `way`: money or free locks, which cannot be told apart. */
export type Lack = 'money' | 'locks' | 'way' | 'service';

const NO_WAY: ReadonlySet<ReasonClass> = new Set(['no-suitable-channel', 'no-route', 'no-usable-route']);

/**
 * Tells by what is known of the balances why a payment failed. Nodes answer with the same words when an end holds
 * too little and when what it holds is locked, so the words alone do not tell.
 */
export function whatLacked(
  { operation, outcome }: Pick<OperationRecord, 'outcome'> & { readonly operation: PayRequest },
  { balances, flows }: { readonly balances: WatchedBalances; readonly flows: CertainFlows },
): Lack {
  if (outcome.kind !== 'failed') return 'service';
  // What has begun and then failed, such as by an expired lock, was not served in time, whatever the ends hold now.
  if (!NO_WAY.has(outcome.reason)) return 'service';
  const { node, target, token, amount } = operation;
  const [out, into] = [balances.mostOf(node, token, 'out'), balances.mostOf(target, token, 'in')];
  if ((out !== undefined && out < amount) || (into !== undefined && into < amount)) return 'money';
  const hops = flows.hops(operation);
  // No open channels lead there.
  if (hops === undefined) return 'money';
  let areKnown = true;
  for (const { from } of hops) {
    const balance = flows.balances[from];
    const has = balance?.kind === 'channel' ? balances.of(balance.owner, balance.channel) : undefined;
    if (has === undefined) areKnown = false;
    else if (has < amount) return 'money';
  }
  return areKnown ? 'locks' : 'way';
}
