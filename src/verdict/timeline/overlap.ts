import type { OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { type TravelTime, travelTimeOf } from './travel-time.ts';

/** Ids of the operations that ran while another one did, or while its messages still travelled. */
export function overlappingOperations(
  records: readonly OperationRecord[],
  travelMs: TravelTime = () => 0,
): ReadonlySet<number> {
  const requests = records
    .filter(({ operation }) => operation.kind !== 'wait')
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  const overlapping = new Set<number>();
  let [longest, longestOverMs]: [OperationRecord | undefined, number] = [undefined, 0];
  for (const record of requests) {
    if (longest !== undefined && record.startedAtMs < longestOverMs) {
      overlapping.add(longest.operation.id);
      overlapping.add(record.operation.id);
    }
    const overMs = record.endedAtMs + travelMs(record);
    if (longest === undefined || overMs > longestOverMs) [longest, longestOverMs] = [record, overMs];
  }
  return overlapping;
}

/** Ids of the operations whose outcome may depend on how others were timed, in the run or in its prediction. */
export function shapedByConcurrency(run: Run): ReadonlySet<number> {
  const { header, prediction } = run;
  if (header.pace === 'sequential') return new Set();
  const overlapping = new Set([...overlappingIn(run), ...(prediction ? overlappingIn(prediction) : [])]);
  const driven = inOrder(run);
  const planned = prediction && inOrder(prediction);
  const first = driven.findIndex((id, at) => overlapping.has(id) || (planned && planned[at] !== id));
  // Once two operations overlapped, or changed places, balances may be others than predicted, and so may all that follows.
  return new Set(first < 0 ? [] : driven.slice(first));
}

function inOrder({ records }: Pick<Run, 'records'>): readonly number[] {
  return records
    .filter(({ operation }) => operation.kind !== 'wait')
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs || one.operation.id - other.operation.id)
    .map(({ operation }) => operation.id);
}

/** True when at least one operation may have been shaped by another. */
export function overlapsAnything(run: Run): boolean {
  return shapedByConcurrency(run).size > 0;
}

function overlappingIn({ header, records }: Pick<Run, 'header' | 'records'>): ReadonlySet<number> {
  return overlappingOperations(records, travelTimeOf(header, records));
}
