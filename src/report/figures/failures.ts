import type { NodeName } from '../../model/network/network.ts';
import { REASON_CLASSES } from '../../model/run/reason.ts';
import type { Run } from '../../model/run/run.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { FailureReason, PaymentResult } from '../words/payment-result.ts';

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

/** Failed payments by reason, most frequent first, then by name; of a load of which only some were kept, all of them. */
export function failuresByReason(
  { load }: Pick<Run, 'load'>,
  payments: readonly PaymentResult[],
): readonly ReasonCount[] {
  const counts = new Map<FailureReason, number>();
  if (load?.kept.kind === 'sample') {
    for (const reason of REASON_CLASSES) {
      const count = load.aggregate.reasons.get(reason);
      if (count !== undefined) counts.set(reason, count);
    }
  } else {
    for (const { reason } of payments) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Failed payments by the place where the model refused them, most frequent first; untraced ones are left out. */
export function failuresByPlace(payments: readonly PaymentResult[]): readonly PlaceCount[] {
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
