import { expect, it } from 'vitest';
import { replaySimulated } from '../../../src/jobs/check/simulated-replay.ts';
import type { Finding } from '../../../src/model/run/finding.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Reading } from '../../../src/model/run/reading.ts';
import { MODES } from '../../fixtures/lies/lies-page.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import type { Mode } from '../../fixtures/truthful-scenarios.ts';
import { loadOnVirtualClock } from '../../fixtures/virtual/virtual-load.ts';
import type { Departure } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';

// What JSON.parse makes of a long integer.
const rounded = <T extends { readonly identifier: bigint }>(shown: T): T => ({
  ...shown,
  identifier: BigInt(Number(shown.identifier)),
});

const inAnswer = ({ outcome, ...record }: OperationRecord): OperationRecord =>
  outcome.kind === 'succeeded' && outcome.receipt !== undefined
    ? { ...record, outcome: { ...outcome, receipt: rounded(outcome.receipt) } }
    : { ...record, outcome };

const inHistory = ({ value, ...reading }: Reading): Reading =>
  value.kind === 'history'
    ? {
        ...reading,
        value: { ...value, events: value.events.map((one) => (one.kind === 'failed' ? one : rounded(one))) },
      }
    : { ...reading, value };

const rounding: Departure = {
  tell: ({ records, readings, ...driven }) => ({
    ...driven,
    records: records.map(inAnswer),
    readings: readings.map(inHistory),
  }),
};

const SCENARIO = scenarioFrom(
  stepsIn('alice 100 - 0 bob 100 - 0 carol', ['pay: {from: alice, to: carol, amount: 1, times: 20}']),
);

async function findingsIn(mode: Mode): Promise<readonly Finding[]> {
  if (mode === 'load') return await loadOnVirtualClock(SCENARIO, rounding);
  return differences((await replaySimulated({ scenario: SCENARIO, pace: mode, ...rounding })).comparison);
}

it.each(MODES)('identifiers rounded to doubles are one finding, driven as %s', async (mode) => {
  expect((await findingsIn(mode)).map(inWords)).toEqual([
    expect.stringMatching(
      /^null receipts: identifier rounded to a double: \d+ became \d+ \(alice's answers, alice's history, carol's history\)/,
    ),
  ]);
});
