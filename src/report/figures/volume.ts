import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { Run } from '../../model/run/run.ts';
import type { ReportedPayment } from './reported-payment.ts';

/**
 * What arrived, token by token in the order of first payment: amounts of different tokens do not add up. Where only
 * some records of a load were kept, what was counted of all.
 */
export function volumeByToken(
  { load, records }: Pick<Run, 'load' | 'records'>,
  payments: readonly ReportedPayment[],
): ReadonlyMap<TokenName, Amount> {
  if (load?.kept.kind === 'sample') return resolvedCounts(load.aggregate, records).arrived;
  const volumes = new Map<TokenName, Amount>();
  for (const { request, result } of payments) {
    const known = volumes.get(request.token) ?? 0n;
    volumes.set(request.token, result === 'succeeded' ? known + request.amount : known);
  }
  return volumes;
}
