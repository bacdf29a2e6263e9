import type { Amount } from '../model/amount.ts';
import type { TokenName } from '../model/network.ts';
import type { PaymentResult } from './payment-result.ts';

/** What arrived, token by token in the order of first payment: amounts of different tokens do not add up. */
export function volumeByToken(payments: readonly PaymentResult[]): ReadonlyMap<TokenName, Amount> {
  const volumes = new Map<TokenName, Amount>();
  for (const { request, result } of payments) {
    const known = volumes.get(request.token) ?? 0n;
    volumes.set(request.token, result === 'succeeded' ? known + request.amount : known);
  }
  return volumes;
}
