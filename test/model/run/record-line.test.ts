import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { toJson } from '../../../src/model/json.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { RecordBytes } from '../../../src/model/run/bytes/record-bytes.ts';
import { recordFromLine, recordLine } from '../../../src/model/run/run-json.ts';
import { dueAt, failed, SUCCEEDED } from '../../world/records.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const ASKED = {
  id: 7,
  origin: 'load.executors.näher "dran"#7',
  amount: 10n ** 30n,
  identifier: 2n ** 64n - 1n,
};
const PAYMENT = dueAt([3.25, 12.125], ASKED, SUCCEEDED, { startedAtMs: 3.5, foreseen: 'must-succeed' });
const REFUSED = { ...PAYMENT, outcome: failed() };

function bytesOf(record: OperationRecord): string {
  return Buffer.from(new RecordBytes().lineOf(record)).toString();
}

describe('a line of outcomes.ndjson', () => {
  it.each([
    ['a payment as asked', PAYMENT],
    ['a refused payment', REFUSED],
  ])('of %s is read back', (_name, record) => {
    expect(recordFromLine(recordLine(record))).toEqual(record);
    expect(JSON.parse(bytesOf(record))).toEqual(JSON.parse(recordLine(record)));
  });

  it('of a simulation is read back, whatever happened', async () => {
    const scenario = scenarioFrom(readFileSync('scenarios/demo.yaml', 'utf8'));
    const { records } = await simulate({ scenario });
    expect(records.length).toBeGreaterThan(30);
    expect(records.map((record) => recordFromLine(recordLine(record)))).toEqual(records);
    expect(records.map(recordLine)).toEqual(records.map((record) => `${toJson(record)}\n`));
    expect(records.map(bytesOf)).toEqual(records.map(recordLine));
  });

  it('of a simulated payment is the same as bytes, whatever its names and moments', () => {
    const ms = fc.oneof(
      fc.double(),
      fc.nat().map((us) => us / 1000),
      fc.constantFrom(-0, 2 ** 31, 1e21),
    );
    const amount = fc.bigInt({ min: 0n, max: 2n ** 256n });
    const hop = fc.record(
      {
        channel: fc.string({ unit: 'binary' }),
        payer: fc.string(),
        payee: fc.string(),
        amount,
        settled: fc.boolean(),
        lockedAtMs: ms,
        unlockedAtMs: ms,
      },
      { requiredKeys: ['channel', 'payer', 'payee', 'amount', 'settled'] },
    );
    const failure = fc.constantFrom(
      {},
      { failure: { hop: 1, at: 'é', check: 'max-fee' as const, required: '"1"', found: '\n' } },
    );
    const trace = fc.record({
      path: fc.array(fc.string()),
      hops: fc.array(hop),
      fee: amount,
      sent: amount,
      received: amount,
    });
    const property = fc.property(
      ms,
      ms,
      trace,
      failure,
      fc.constantFrom(SUCCEEDED, failed()),
      (startedAtMs, endedAtMs, way, why, outcome) => {
        const { operation } = PAYMENT;
        const record = { operation, startedAtMs, endedAtMs, outcome, trace: { ...way, ...why } };
        expect(JSON.parse(bytesOf(record))).toEqual(JSON.parse(recordLine(record)));
      },
    );
    fc.assert(property);
  });

  it('has the times of a load in whole microseconds', () => {
    const line = recordLine({ ...PAYMENT, startedAtMs: 7.123456789, endedAtMs: 4.00000001 });
    expect(recordFromLine(line)).toMatchObject({ startedAtMs: 7.123, endedAtMs: 4 });
  });
});

describe('a line of a load', () => {
  const micro = (ms: number): number => Math.round(ms * 1000) / 1000;
  const time = fc.double({ min: 0, max: 1e9, noNaN: true });
  const rare = fc.record(
    { after: fc.nat(), lockTimeout: fc.nat(), giveUpAfterMs: time },
    { requiredKeys: [] },
  );
  const records = fc
    .record({
      operation: fc.record({ id: fc.nat(), atMs: time, origin: fc.string(), node: fc.string() }),
      optional: fc.oneof(fc.constant({}), rare),
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

  it('says all of any record, with its times in whole microseconds', () => {
    const property = fc.property(records, (record) => {
      const { operation, intendedAtMs = 0, startedAtMs, endedAtMs } = record;
      expect(JSON.parse(bytesOf(record))).toEqual(JSON.parse(recordLine(record)));
      expect(recordFromLine(recordLine(record))).toEqual({
        ...record,
        operation: { ...operation, atMs: micro(operation.atMs) },
        intendedAtMs: micro(intendedAtMs),
        startedAtMs: micro(startedAtMs),
        endedAtMs: micro(endedAtMs),
      });
    });
    fc.assert(property);
  });
});
