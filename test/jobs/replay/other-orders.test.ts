import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import {
  type Departure,
  inAnotherOrder,
  replayOnVirtualClock,
  type Shift,
  shiftedBy,
} from '../../fixtures/virtual/virtual-replay.ts';
import { truthfulScenarios } from '../../fixtures/truthful-scenarios.ts';
import { marketIn, SCARCE, scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';
import type { Operation, OperationRecord } from '../../../src/model/run/operation.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';

type Planned = readonly [from: string, to: string, amount: number, startMs?: number];

/** Payments that are planned for the start, unless another moment is said. */
const plan = (network: string, payments: readonly Planned[]): string => `
question: What if they come in another order?
seed: 3
network: {${network}}
protocol: {blockTime: 1s, hopLatency: 20ms}
traffic:
${payments
  .map(
    ([from, to, amount, startMs = 0], at) =>
      `  - {name: t${at}, start: ${startMs}ms, arrivals: {constant: {perSecond: 1}}, count: 1, pairs: {list: [[${from}, ${to}]]}, amounts: {fixed: ${amount}}}`,
  )
  .join('\n')}
`;

const SQUARE = 'ann 100 - 100 ben 100 - 100 dan, ann 100 - 100 cat';

/** In another order a payment arrives with a unit too little, for the fees moved while it was on its way. */
const BUSY_LINE = `
question: What if the fees move?
seed: 62960
network: {topology: {line: {nodes: 6}}, capacity: 20_000, split: uniform, fees: {imbalancePpm: 3_000}, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, view: delayed, hopLatency: 200ms}
steps:
  - pay: {from: n1, to: n3, amount: 30}
  - stop: n2
  - pay: {from: n1, to: n3, amount: 30, times: 3}
  - start: n2
  - pay: {from: n3, to: n1, amount: 60}
traffic:
  - {name: market, arrivals: {poisson: {perSecond: 20}}, count: 40, amounts: {uniform: {min: 10, max: 40}}}
`;

async function alarms(text: string, shift: Shift): Promise<readonly string[]> {
  const { comparison } = await replayOnVirtualClock(scenarioFrom(text), inAnotherOrder(shift));
  return differences(comparison).map(inWords);
}

/** What comes first in the plan comes later than the others. */
const firstComesLater =
  (byMs: number): Shift =>
  ({ origin }) =>
    origin.startsWith('traffic[0]') ? byMs : 0;

describe('the same operations in another order raise no alarm', () => {
  it('where a mediator charges less because it is short of money', async () => {
    const network = `topology: ${topology('ann 100 - 100 ben 100 - 100 dan')}, fees: {flat: 2, imbalancePpm: 50_000}`;
    const text = plan(network, [
      ['ann', 'dan', 16],
      ['ben', 'ann', 95],
      ['dan', 'ben', 95],
    ]);
    expect(await alarms(text, firstComesLater(900))).toEqual([]);
  });

  it('where a way is passed over because little could come back over it', async () => {
    const network = `topology: ${topology(`${SQUARE} 100 - 100 dan`)}`;
    const text = plan(network, [
      ['ann', 'dan', 68],
      ['ben', 'ann', 40],
    ]);
    expect(await alarms(text, firstComesLater(5))).toEqual([]);
  });

  it('where an end has the amount and lacks the fee for it', async () => {
    const network = `topology: ${topology(`${SQUARE} 100 - 100 eve 100 - 100 dan`)}, fees: {flat: 1}`;
    const text = plan(network, [
      ['ann', 'dan', 67],
      ['ben', 'dan', 32],
    ]);
    expect(await alarms(text, firstComesLater(5))).toEqual([]);
  });

  it('where more money sends a payment on a way on which it gets stuck', async () => {
    const network = `topology: ${topology('ann 100 - 100 ben 10 - 60 dan, ann 100 - 100 cat 100 - 100 dan')}`;
    const text = plan(network, [
      ['ann', 'dan', 60],
      ['ann', 'ben', 80],
      ['cat', 'ann', 50],
      ['ann', 'cat', 50],
    ]).replace('{blockTime', '{view: capacity, blockTime');
    const comesLaterMs = new Map([
      ['traffic[0]#0', 5],
      ['traffic[2]#0', 10],
      ['traffic[3]#0', 60],
    ]);
    expect(await alarms(text, ({ origin }) => comesLaterMs.get(origin) ?? 0)).toEqual([]);
  });

  it('where they are far from each other', async () => {
    const text = plan(`topology: ${topology('ann 100 - 0 ben')}`, [
      ['ben', 'ann', 30],
      ['ann', 'ben', 60, 400],
    ]);
    expect(await alarms(text, firstComesLater(900))).toEqual([]);
  });

  it('where a mediator charges more than when the way was chosen', async () => {
    expect(await alarms(BUSY_LINE, shiftedBy(1_000, '23 451'))).toEqual([]);
  });

  it.each([0, 20, 200, 1_000])('whatever the network, up to %d ms earlier or later', async (mostMs) => {
    for (const [at, { text }] of fc.sample(truthfulScenarios('scenario'), 3).entries())
      expect(await alarms(text, shiftedBy(mostMs, `${at}`)), text).toEqual([]);
  });
});

/** Payments that together want more than the channels hold, so that many are refused by honest nodes too. */
const DRY = scenarioFrom(marketIn(SCARCE, { seed: 1, count: 210 }));

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
