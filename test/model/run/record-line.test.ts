import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { recordFromLine, recordLine } from '../../../src/model/run/run-json.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

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
  ])('of %s is read back', (_name, record) => {
    expect(recordFromLine(recordLine(record))).toEqual(record);
  });

  it('of a simulation is read back, whatever happened', async () => {
    const scenario = scenarioFrom(readFileSync('scenarios/demo.yaml', 'utf8'));
    const { records } = await simulate({ scenario });
    expect(records.length).toBeGreaterThan(30);
    expect(records.map((record) => recordFromLine(recordLine(record)))).toEqual(records);
  });

  it('has the times of a load in whole microseconds', () => {
    const line = recordLine({ ...PAYMENT, startedAtMs: 7.123456789, endedAtMs: 4.00000001 });
    expect(recordFromLine(line)).toMatchObject({ startedAtMs: 7.123, endedAtMs: 4 });
  });
});
