import type { Operation } from './operation.ts';

/** The operations that a run was to attempt: it shows which ones have no record. */
export interface Plan {
  /** Identifiers of the operations that were known beforehand; absent: they were drawn as they came due. */
  readonly ids?: readonly IdRun[];
  /** Loads: how many operations were sent; absent: that was not yet known when this was written. */
  readonly given?: number;
}

/** Identifiers in equal steps, both ends included: a plan of a million is one of these. */
export interface IdRun {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The plan of so many operations, numbered from 0. */
export function countedPlan(count: number): Required<Pick<Plan, 'ids'>> {
  return { ids: count === 0 ? [] : [{ from: 0, to: count - 1, step: 1 }] };
}

/** The plan of operations that are known beforehand. */
export function listedPlan(operations: readonly Pick<Operation, 'id'>[]): Required<Pick<Plan, 'ids'>> {
  const runs: IdRun[] = [];
  for (const id of operations.map((operation) => operation.id).toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && (last.from === last.to || id === last.to + last.step))
      runs[runs.length - 1] = { from: last.from, to: id, step: id - last.to };
    else runs.push({ from: id, to: id, step: 1 });
  }
  return { ids: runs };
}

/** How many operations are planned. */
export function plannedCount({ ids = [] }: Plan = {}): number {
  return ids.reduce((sum, { from, to, step }) => sum + (to - from) / step + 1, 0);
}
