import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import { LoadRecords } from '../../model/load/load-records.ts';
import type { KeptRecords, LoadResult } from '../../model/load/load-result.ts';
import type { Foreseen, Operation, OperationRecord } from '../../model/run/operation.ts';
import { RecordBytes } from '../../model/run/bytes/record-bytes.ts';
import type { LoadObserver } from '../../ports/load-observer.ts';
import { judgeCourse } from '../../verdict/failures/load-course.ts';
import { judgeThresholds } from '../../verdict/performance/judge-thresholds.ts';

/** Observers by the event that they handle: a load may call each of them a hundred thousand times a second. */
type Observers = { readonly [Call in keyof LoadObserver]-?: readonly NonNullable<LoadObserver[Call]>[] };

/**
 * Folds what a load sends and what comes back, in the order in which it happens, into figures and kept records:
 * the one fold of the embedded driver, of k6 as the engine and of what an exported k6 has logged.
 */
export class LoadFold {
  readonly aggregate = new LoadAggregate();
  readonly #records = new LoadRecords();
  readonly #lines = new RecordBytes();
  readonly #observers: Observers;
  readonly #onRecord: ((record: OperationRecord, line: Uint8Array) => void) | undefined;
  #sent = 0;

  /** `onRecord` is called with the record's line in `outcomes.ndjson`, good until it returns. */
  constructor(
    observers: readonly LoadObserver[],
    onRecord?: (record: OperationRecord, line: Uint8Array) => void,
  ) {
    this.#observers = {
      sent: observers.flatMap((one) => one.sent?.bind(one) ?? []),
      still: observers.flatMap((one) => one.still?.bind(one) ?? []),
      ended: observers.flatMap((one) => one.ended?.bind(one) ?? []),
      dropped: observers.flatMap((one) => one.dropped?.bind(one) ?? []),
    };
    this.#onRecord = onRecord;
  }

  /** Just before an operation is sent: what is certain of it now. */
  readonly sent = (operation: Operation, atMs: number): Foreseen | undefined => {
    this.#sent += 1;
    let foreseen: Foreseen | undefined;
    for (const sent of this.#observers.sent) foreseen = sent(operation, atMs) ?? foreseen;
    return foreseen;
  };

  /** An intended start found no free place. */
  readonly dropped = (atMs: number): void => {
    this.aggregate.drop(atMs);
    for (const dropped of this.#observers.dropped) dropped(atMs);
  };

  readonly ended = (ended: OperationRecord): void => {
    const record = this.#stillCertain(ended);
    this.aggregate.add(record);
    const line = this.#lines.lineOf(record);
    this.#records.add(record, line);
    for (const observe of this.#observers.ended) observe(record);
    this.#onRecord?.(record, line);
  };

  /** Made anew each time. */
  get records(): readonly OperationRecord[] {
    return this.#records.records;
  }

  /** How many operations were sent, whatever came of them. */
  get given(): number {
    return this.#sent;
  }

  get kept(): KeptRecords {
    return this.#records.kept;
  }

  // A payment's end may be less certain than it was when it was sent: others were sent beside it since.
  #stillCertain(record: OperationRecord): OperationRecord {
    let { foreseen } = record;
    for (const still of this.#observers.still) foreseen = still(record) ?? foreseen;
    return foreseen === undefined || foreseen === record.foreseen ? record : { ...record, foreseen };
  }
}

/** The result of a load by its own payments alone, without a look at its targets. */
export function toldByPayments(told: Pick<LoadResult, 'spec' | 'engine' | 'aggregate' | 'kept'>): LoadResult {
  return {
    ...told,
    thresholds: judgeThresholds(told.spec.thresholds, told.aggregate),
    findings: [],
    checks: [],
    course: judgeCourse(told.aggregate.series),
  };
}
