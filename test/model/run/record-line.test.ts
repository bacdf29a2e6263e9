import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
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
