import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import { type PlaceCount, PlaceCounts } from '../../model/failure-place.ts';
import type { FailureReason } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** How many payments failed for one reason. */
export interface ReasonCount {
  readonly reason: FailureReason;
  readonly count: number;
}

/** Failed payments by reason, most frequent first, then by name; of a load all of them, whichever records were kept. */
export function failuresByReason(
  { load, records }: Pick<Run, 'load' | 'records'>,
  payments: readonly ReportedPayment[],
): readonly ReasonCount[] {
  const counts = load === undefined ? reasonsOf(payments) : resolvedCounts(load.aggregate, records).failures;
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function reasonsOf(payments: readonly ReportedPayment[]): ReadonlyMap<FailureReason, number> {
  const counts = new Map<FailureReason, number>();
  for (const { reason } of payments) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

/** Failed payments by place, most frequent first; of a load by the balances that were read while it ran. */
export function failuresByPlace(
  { load }: Pick<Run, 'load'>,
  payments: readonly ReportedPayment[],
): readonly PlaceCount[] {
  if (load?.watch?.places !== undefined) return load.watch.places;
  const counts = new PlaceCounts();
  for (const { place } of payments) if (place !== undefined) counts.add(place);
  return counts.places;
}
