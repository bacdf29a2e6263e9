import { describe, expect, it } from 'vitest';
import { LoadRecords, MOST_KEPT_RECORDS } from '../../../src/model/load/load-records.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { RecordBytes } from '../../../src/model/run/bytes/record-bytes.ts';
import { dueAt, step } from '../../world/records.ts';

function payment(id: number): OperationRecord {
  return dueAt([id, id + 5], { id, origin: `load.executors.ü#${id}` });
}

function add(records: LoadRecords, record: OperationRecord): void {
  records.add(record, new RecordBytes().lineOf(record));
}

describe('the records of a load', () => {
  it('are all kept, in the order in which they ended', () => {
    const records = new LoadRecords();
    const all = [3, 1, 2].map(payment);
    for (const record of all) add(records, record);
    expect(records.records).toEqual(all);
    expect(records.kept).toEqual({ kind: 'all', of: 3 });
  });

  it('are all steps and a sample of payments by id when there are too many, the same whatever the order', () => {
    const count = MOST_KEPT_RECORDS + 10_000;
    const records = new LoadRecords();
    const setting = step({ kind: 'set', id: 1, node: 'alice', partner: 'carol', revealTimeout: 60 });
    for (let id = count - 1; id >= 0; id -= 1) add(records, id === 1 ? setting : payment(id));
    expect(records.records.at(-2)?.operation).toEqual(setting.operation);
    const ids = records.records.map(({ operation }) => operation.id).filter((id) => id !== 1);
    const stride = (ids[0] as number) - (ids[1] as number);
    expect(records.kept).toEqual({ kind: 'sample', of: count });
    expect(ids.length).toBeLessThanOrEqual(40_000);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => (ids.length - 1 - index) * stride));
    expect(records.records[5]).toEqual(payment(ids[5] as number));
  });
});
