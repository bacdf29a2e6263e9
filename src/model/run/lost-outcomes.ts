import type { IdRun } from './plan.ts';
import type { Run } from './run.ts';

/** Operations without a record: how many, and the first of them where that can be said. */
export interface LostOutcomes {
  readonly count: number;
  readonly ids: readonly number[];
}

// The rest is as many again.
const MOST_NAMED = 10;

/** Operations without a record that were sent, or planned in a run that did not break off. */
export function lostOutcomes({ plan, records, load, partial }: Run): LostOutcomes {
  const recorded = load?.aggregate.counts.operations ?? records.length;
  const isCut = partial || load?.abortedBy !== undefined;
  const planned = isCut ? 0 : (plan?.ids ?? []).reduce((sum, run) => sum + lengthOf(run), 0);
  const count = Math.max(planned, plan?.given ?? 0) - recorded;
  if (count <= 0) return { count: 0, ids: [] };
  return { count, ids: records.length === recorded && !isCut ? missing(plan?.ids ?? [], records) : [] };
}

function lengthOf({ from, to, step }: IdRun): number {
  return (to - from) / step + 1;
}

function missing(ids: readonly IdRun[], records: Run['records']): readonly number[] {
  const recordedIds = new Set(records.map(({ operation }) => operation.id));
  const missingIds: number[] = [];
  for (const { from, to, step } of ids)
    for (let id = from; id <= to && missingIds.length < MOST_NAMED; id += step)
      if (!recordedIds.has(id)) missingIds.push(id);
  return missingIds;
}
