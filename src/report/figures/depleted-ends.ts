import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { endsAlike } from './reported-payment.ts';

/**
 * The channel ends that were depleted in a run, the first one first. Nodes do not tell over REST, so a replay has those of
 * its prediction, at the moments at which its own operations ended, where these ended as predicted. Undefined: nobody noted
 * them, as under load.
 */
export function depletedEndsOf({
  depletedEnds,
  prediction,
  records,
}: StoredRun): readonly DepletedEnd[] | undefined {
  if (prediction === undefined) return depletedEnds;
  if (prediction.depletedEnds === undefined) return undefined;
  const predicted = new Map(prediction.records.map((record) => [record.operation.id, record]));
  const endedAtMs = new Map<number, number>();
  for (const record of records) {
    const same = predicted.get(record.operation.id);
    if (same !== undefined && endsAlike(record, same)) endedAtMs.set(record.operation.id, record.endedAtMs);
  }
  // The operation during which something happened that no payment is named for.
  const observedAtMs = (atMs: number, kind?: string): number | undefined => {
    const during = prediction.records.find(
      ({ operation, startedAtMs, endedAtMs: endMs }) =>
        startedAtMs <= atMs && atMs <= endMs && (kind ?? operation.kind) === operation.kind,
    );
    return during && endedAtMs.get(during.operation.id);
  };
  return prediction.depletedEnds
    .flatMap(({ refilledAtMs, ...end }) => {
      const atMs =
        end.payment === undefined ? observedAtMs(end.atMs, 'withdraw') : endedAtMs.get(end.payment);
      if (atMs === undefined) return [];
      const refilled = refilledAtMs === undefined ? undefined : observedAtMs(refilledAtMs);
      return [{ ...(refilled === undefined ? {} : { refilledAtMs: refilled }), ...end, atMs }];
    })
    .sort((one, other) => one.atMs - other.atMs || (one.payment ?? 0) - (other.payment ?? 0));
}
