import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRecordLine, LoadRecords, MOST_KEPT_RECORDS } from '../../../src/model/load/load-records.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { recordLine } from '../../../src/model/run/run-json.ts';
import { dueAt, failed, SUCCEEDED } from '../../world/records.ts';

function payment(id: number): OperationRecord {
  return dueAt([id, id + 5], { id, origin: `load.executors.ü#${id}` });
}

describe('the records of a load', () => {
  it('are all kept, in the order in which they ended', () => {
    const records = new LoadRecords();
    const all = [3, 1, 2].map(payment);
    for (const record of all) records.add(record);
    expect(records.records).toEqual(all);
    expect(records.kept).toEqual({ kind: 'all', of: 3 });
  });

  it('are a sample by id when there are too many, the same whatever the order', () => {
    const count = MOST_KEPT_RECORDS + 10_000;
    const records = new LoadRecords();
    for (let id = count - 1; id >= 0; id -= 1) records.add(payment(id));
    const ids = records.records.map(({ operation }) => operation.id);
    const stride = (ids[0] as number) - (ids[1] as number);
    expect(records.kept).toEqual({ kind: 'sample', of: count });
    expect(ids.length).toBeLessThanOrEqual(40_000);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => (ids.length - 1 - index) * stride));
    expect(records.records[5]).toEqual(payment(ids[5] as number));
  });
});

describe('the line of a record of a load', () => {
  const time = fc.double({ min: 0, max: 1e9, noNaN: true });
  const optional = fc.record(
    { after: fc.nat(), lockTimeout: fc.nat(), giveUpAfterMs: time },
    { requiredKeys: [] },
  );
  const records = fc
    .record({
      operation: fc.record({ id: fc.nat(), atMs: time, origin: fc.string(), node: fc.string() }),
      optional: fc.oneof(fc.constant({}), optional),
      amount: fc.bigInt({ min: 0n, max: 2n ** 256n }),
      times: fc.tuple(time, time, time),
      outcome: fc.constantFrom(SUCCEEDED, failed()),
      foreseen: fc.constantFrom({}, { foreseen: 'must-fail' as const }),
    })
    .map(
      ({ operation, amount, times: [intendedAtMs, startedAtMs, endedAtMs], outcome, foreseen, optional }) => {
        const record = dueAt([intendedAtMs, endedAtMs], { amount }, outcome, { startedAtMs, ...foreseen });
        return { ...record, operation: { ...record.operation, ...operation, ...optional } };
      },
    );

  it('says the same as the line of any record', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(JSON.parse(loadRecordLine(record))).toEqual(JSON.parse(recordLine(record)));
      }),
    );
  });
});
