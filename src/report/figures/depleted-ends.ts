import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { StoredRun } from '../../model/run/run.ts';

/**
 * The channel ends that were depleted in a run, the first one first. Nodes do not tell over REST, so a replay has those of
 * its prediction, at the moments at which its own operations ended. Undefined: nobody noted them, as under load.
 */
export function depletedEndsOf({
  depletedEnds,
  prediction,
  records,
}: StoredRun): readonly DepletedEnd[] | undefined {
  if (prediction === undefined) return depletedEnds;
  const { depletedEnds: predicted, records: predictedRecords } = prediction;
  if (predicted === undefined) return undefined;
  const endedAtMs = new Map<number, number>();
  for (const { operation, endedAtMs: atMs } of records) endedAtMs.set(operation.id, atMs);
  // A withdrawal depletes an end before its own operation ends, which is the next one to end.
  const observedAtMs = (atMs: number): number | undefined => {
    const next = predictedRecords.find((record: OperationRecord) => record.endedAtMs >= atMs);
    return next && endedAtMs.get(next.operation.id);
  };
  return predicted
    .flatMap(({ refilledAtMs, ...end }) => {
      const atMs = end.payment === undefined ? observedAtMs(end.atMs) : endedAtMs.get(end.payment);
      if (atMs === undefined) return [];
      const refilled = refilledAtMs === undefined ? undefined : observedAtMs(refilledAtMs);
      return [{ ...(refilled === undefined ? {} : { refilledAtMs: refilled }), ...end, atMs }];
    })
    .sort((one, other) => one.atMs - other.atMs || (one.payment ?? 0) - (other.payment ?? 0));
}
