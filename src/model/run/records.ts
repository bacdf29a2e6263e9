import type { OperationRecord } from './operation.ts';

/** Records that stand in a file: they are read when they are gone through, and never all in memory. */
export interface RecordFile extends Iterable<OperationRecord> {
  readonly length: number;
  /** The records at these places, which ascend. */
  pick(places: readonly number[]): readonly OperationRecord[];
}

/** The records of a run, in the order in which its operations ended. */
export type Records = readonly OperationRecord[] | RecordFile;

/** The records at these places, which ascend. */
export function pickRecords(records: Records, places: readonly number[]): readonly OperationRecord[] {
  if ('pick' in records) return records.pick(places);
  return places.flatMap((place) => records[place] ?? []);
}
