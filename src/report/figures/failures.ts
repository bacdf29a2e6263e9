import type { NodeName } from '../../model/network/network.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { FailureReason } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** How many payments failed for one reason. */
export interface ReasonCount {
  readonly reason: FailureReason;
  readonly count: number;
}

/** How many payments one check refused at one node, and in which channel where one was involved. */
export interface PlaceCount {
  readonly at: NodeName;
  readonly channel: string | null;
  readonly check: ModelCheck;
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

/** Failed payments by the place where the model refused them, most frequent first; untraced ones are left out. */
export function failuresByPlace(payments: readonly ReportedPayment[]): readonly PlaceCount[] {
  const places = new Map<string, PlaceCount>();
  for (const { result, trace } of payments) {
    if (result !== 'failed' || !trace?.failure) continue;
    const { at, channel = null, check } = trace.failure;
    const key = JSON.stringify([at, channel, check]);
    places.set(key, { at, channel, check, count: (places.get(key)?.count ?? 0) + 1 });
  }
  return [...places]
    .sort(([keyA, a], [keyB, b]) => b.count - a.count || (keyA < keyB ? -1 : 1))
    .map(([, place]) => place);
}
