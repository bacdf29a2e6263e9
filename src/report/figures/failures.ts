import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { PlaceCount } from '../../model/failure-place.ts';
import type { FailureReason } from '../../model/run/operation.ts';
import type { StoredRun } from '../../model/run/run.ts';
import type { PaymentTally } from './payment-tally.ts';

/** Failed payments by reason, most frequent first, then by name; of a load all of them, whichever records were kept. */
export function failuresByReason(
  { load, records }: Pick<StoredRun, 'load' | 'records'>,
  { reasons }: PaymentTally,
): readonly { readonly reason: FailureReason; readonly count: number }[] {
  const counts = load === undefined ? reasons : resolvedCounts(load.aggregate, records).failures;
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Failed payments by so many places, most frequent first; of a load by the balances that were read while it ran. */
export function failuresByPlace(
  { load }: Pick<StoredRun, 'load'>,
  { places }: Pick<PaymentTally, 'places'>,
  limit: number,
): { readonly most: readonly PlaceCount[]; readonly inAll: number; readonly failures: number } {
  const watched = load?.watch?.places;
  if (watched === undefined)
    return { most: places.most(limit), inAll: places.size, failures: places.failures };
  const failures = watched.reduce((sum, { count }) => sum + count, 0);
  return { most: watched.slice(0, limit), inAll: watched.length, failures };
}
