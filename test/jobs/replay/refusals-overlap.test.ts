import { expect, it } from 'vitest';
import type { Operation, OperationRecord } from '../../../src/model/run/operation.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { type Departure, replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

/** Payments that together want more than the channels hold, so that many are refused by honest nodes too. */
const DRY = scenarioFrom(`
question: Who refuses what could be paid?
seed: 1
network:
  topology: {small-world: {nodes: 8, neighbours: 4, rewiring: 0.2}}
  capacity: {uniform: {min: 100, max: 400}}
  fees: {flat: 1, proportionalPpm: 5_000}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s}
traffic:
  - {name: market, arrivals: {poisson: {perSecond: 20}}, count: 210, amounts: {uniform: {min: 10, max: 150}}}
`);

const isRefused = ({ id }: Operation): boolean => id % 3 === 2;
// What a node knows by itself, before it asks any service.
const REFUSED = {
  kind: 'failed',
  status: 409,
  reason: 'no-suitable-channel',
  message: 'You have no suitable channel to initiate this payment.',
} as const;

/** Nodes that refuse every third payment; `told`: how the other records reach us. */
const refusing = (told: (record: OperationRecord) => OperationRecord): Departure => ({
  drive: (operations) =>
    operations.map((operation) => {
      const { id, atMs, origin } = operation;
      return isRefused(operation) ? { id, atMs, origin, kind: 'wait', ms: 0 } : operation;
    }),
  tell: (driven, prediction) => {
    const planned = new Map(prediction.records.map((record) => [record.operation.id, record]));
    return {
      ...driven,
      records: driven.records.map((record) => {
        const { operation } = planned.get(record.operation.id) ?? record;
        const { trace: _trace, ...rest } = record;
        if (!isRefused(operation)) return told(rest);
        return { ...rest, operation, endedAtMs: record.startedAtMs + 5, outcome: REFUSED };
      }),
    };
  },
});

async function named(departure: Departure): Promise<readonly (number | null)[]> {
  const { comparison } = await replayOnVirtualClock(DRY, departure);
  const found = differences(comparison);
  const innocent = found.filter(({ operation }) => operation === null || operation % 3 !== 2);
  expect(innocent.map(inWords)).toEqual([]);
  return found.map(({ operation }) => operation);
}

it('a refusal is named where no order explains it, in a network that runs dry', async () => {
  // Of 70, of which 55 could have been paid.
  expect((await named(refusing((record) => record))).length).toBeGreaterThanOrEqual(60);
});

it('so it is where nodes are asked later than they were sent to, by what their histories say', async () => {
  const draw = createRandomSource('wire').stream('delays');
  const delayed = (record: OperationRecord): OperationRecord => ({
    ...record,
    startedAtMs: Math.max(0, record.startedAtMs - 20 * draw()),
    endedAtMs: record.endedAtMs + 20 * draw(),
  });
  expect((await named(refusing(delayed))).length).toBeGreaterThanOrEqual(60);
});

it('honest refusals there are none of the nodes’ fault', async () => {
  const { comparison } = await replayOnVirtualClock(DRY, {});
  expect(differences(comparison).map(inWords)).toEqual([]);
});
