import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../../src/jobs/simulate.ts';
import { toJson } from '../../../../src/model/json.ts';
import type { OperationRecord } from '../../../../src/model/run/outcome.ts';
import { recordFromLine, recordLine } from '../../../../src/model/run/lines/record-line.ts';
import { scenarioFrom } from '../../../jobs/scenario-text.ts';

const PAYMENT: OperationRecord = {
  operation: {
    id: 7,
    atMs: 3.25,
    origin: 'load.executors.näher "dran"#7',
    kind: 'pay',
    node: 'a',
    target: 'b-2',
    token: 'TOK',
    amount: 10n ** 30n,
    identifier: 2n ** 64n - 1n,
  },
  intendedAtMs: 3.25,
  startedAtMs: 3.5,
  endedAtMs: 12.125,
  outcome: { kind: 'succeeded', status: 200 },
  foreseen: 'must-succeed',
};

const REFUSED: OperationRecord = {
  ...PAYMENT,
  outcome: { kind: 'failed', status: 409, reason: 'no-route', message: 'no route' },
};

describe('a line of outcomes.ndjson', () => {
  it.each([
    ['a payment as asked', PAYMENT],
    ['a refused payment', REFUSED],
    ['a payment of a simulation', { ...PAYMENT, intendedAtMs: undefined, foreseen: undefined }],
  ])('of %s is what the serializer writes', (_name, record) => {
    expect(recordLine(record as OperationRecord)).toBe(`${toJson(record)}\n`);
  });

  it.each([
    ['a payment as asked', PAYMENT],
    ['a refused payment', REFUSED],
  ])('of %s is read back', (_name, record) => {
    expect(recordFromLine(recordLine(record))).toEqual(record);
  });

  it('of a simulated payment is what the serializer writes, whatever names, times and amounts are', () => {
    const times = fc.oneof(
      fc.double({ min: 0, noNaN: true }),
      fc.maxSafeInteger().map((us) => us / 1000),
    );
    const names = fc.string({ unit: 'grapheme' });
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    fc.assert(
      fc.property(names, times, times, amounts, (name, startedAtMs, endedAtMs, amount) => {
        const { intendedAtMs: _intended, foreseen: _foreseen, ...rest } = PAYMENT;
        const operation = { ...rest.operation, node: name, amount } as OperationRecord['operation'];
        const hop = { channel: `${name}:1`, payer: name, payee: 'b', amount, settled: false };
        const failure = { hop: 0, at: name, check: 'max-fee', required: name, found: name } as const;
        const trace = { path: [name, 'b'], hops: [hop], fee: 0n, sent: amount, received: 0n, failure };
        const outcome = { kind: 'failed', status: 409, reason: 'no-route', message: name } as const;
        const record = { operation, startedAtMs, endedAtMs, outcome, trace };
        expect(recordLine(record)).toBe(`${toJson(record)}\n`);
      }),
    );
  });

  it('is what the serializer writes, whatever names and times are', () => {
    const micros = fc.maxSafeInteger().map((us) => us / 1000);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), micros, micros, (name, startedAtMs, endedAtMs) => {
        const operation = { ...PAYMENT.operation, origin: name } as OperationRecord['operation'];
        const record = { ...PAYMENT, operation, startedAtMs, endedAtMs };
        expect(recordLine(record)).toBe(`${toJson(record)}\n`);
      }),
    );
  });

  it('of a simulation is what the serializer writes, whatever happened', async () => {
    const scenario = scenarioFrom(readFileSync('scenarios/demo.yaml', 'utf8'));
    const { records } = await simulate({ scenario });
    expect(records.length).toBeGreaterThan(30);
    expect(records.map((record) => recordLine(record))).toEqual(
      records.map((record) => `${toJson(record)}\n`),
    );
  });

  it('has the times of a load in whole microseconds', () => {
    const line = recordLine({ ...PAYMENT, startedAtMs: 7.123456789, endedAtMs: 4.00000001 });
    expect(recordFromLine(line)).toMatchObject({ startedAtMs: 7.123, endedAtMs: 4 });
  });
});
