import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Comparison } from '../../../src/model/run/finding.ts';
import type { Operation, OperationRecord } from '../../../src/model/run/operation.ts';
import type { ViewValue } from '../../../src/model/run/reading.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { type Departure, replayOnVirtualClock, showing } from '../../fixtures/virtual/virtual-replay.ts';
import { failed } from '../../world/records.ts';
import { topology } from '../../world/world.ts';
import { scenarioFrom } from '../scenario-text.ts';

const MARKET = `
question: What does one lie do to what is read at the end?
seed: 7
network:
  topology: ${topology('ann 1_000 - 1_000 ben 1_000 - 1_000 dan 1_000 - 1_000 eve')}
  fees: {flat: 1}
protocol: {blockTime: 1s, hopLatency: 50ms}
traffic:
  - {name: market, arrivals: {constant: {perSecond: 20}}, count: 20, pairs: {list: [[ann, dan], [ben, dan], [dan, ann], [ann, ben]]}, amounts: {uniform: {min: 20, max: 40}}}
`;

/** Pays over two hops. */
const LIED_ABOUT = 7;

async function judged(departure: Departure): Promise<Comparison> {
  const { comparison } = await replayOnVirtualClock(scenarioFrom(MARKET), departure);
  return comparison;
}

const lines = (comparison: Comparison): string => differences(comparison).map(inWords).join('\n');

/** Asks for something else in place of one payment, and nothing else. */
const instead =
  (make: (operation: Extract<Operation, { kind: 'pay' }>) => Operation) =>
  (operations: readonly Operation[]): readonly Operation[] =>
    operations.map((operation) =>
      operation.id === LIED_ABOUT && operation.kind === 'pay' ? make(operation) : operation,
    );

/** Answers the payment otherwise. */
const answered =
  (answer: (record: OperationRecord, predicted: OperationRecord) => OperationRecord) =>
  (driven: Run, prediction: Run): Run => ({
    ...driven,
    records: driven.records.map((record) => {
      const predicted = prediction.records.find(({ operation }) => operation.id === LIED_ABOUT);
      return record.operation.id === LIED_ABOUT && predicted ? answer(record, predicted) : record;
    }),
  });

/** As predicted, with a secret that no other payment has. */
const asPredicted = answered((_record, predicted) => {
  const { outcome } = predicted;
  if (outcome.kind !== 'succeeded' || outcome.receipt === undefined) return predicted;
  const secret = 'f0'.repeat(32);
  const secretHash = createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
  const receipt = { ...outcome.receipt, secret: `0x${secret}`, secretHash: `0x${secretHash}` } as const;
  return { ...predicted, outcome: { ...outcome, receipt } };
});

const NEVER_MADE = instead(({ id, atMs, origin }) => ({ id, atMs, origin, kind: 'wait', ms: 0 }));

const oneTooMuch = (value: ViewValue): ViewValue =>
  value.kind === 'channels'
    ? { ...value, channels: value.channels.map((one) => ({ ...one, balance: one.balance + 1n })) }
    : value;
const turnedAround = (value: ViewValue): ViewValue =>
  value.kind === 'history' ? { ...value, events: value.events.toReversed() } : value;

const LIES: readonly (readonly [what: string, departure: Departure])[] = [
  [
    'is answered and never made',
    {
      drive: NEVER_MADE,
      tell: asPredicted,
    },
  ],
  [
    'is made and answered as failed',
    { tell: answered((record) => ({ ...record, outcome: failed('lock-expired') })) },
  ],
  [
    'is made with a unit less',
    {
      drive: instead((payment) => ({ ...payment, amount: payment.amount - 1n })),
      tell: asPredicted,
    },
  ],
  [
    'goes to somebody else',
    {
      drive: instead((payment) => ({ ...payment, target: 'eve' })),
      tell: asPredicted,
    },
  ],
  [
    'is made under another identifier',
    {
      drive: instead((payment) => ({ ...payment, identifier: 777n })),
      tell: asPredicted,
    },
  ],
];

it.each(LIES)(
  'a payment that %s is one finding, with the number of what follows',
  async (_what, departure) => {
    const comparison = await judged(departure);
    expect(differences(comparison), lines(comparison)).toMatchObject([{ operation: LIED_ABOUT }]);
    expect(differences(comparison)[0]?.follows).toBeGreaterThan(0);
  },
);

it('a node that shows a unit too much in every channel is one finding', async () => {
  const comparison = await judged({ tell: showing('ben', oneTooMuch) });
  expect(differences(comparison), lines(comparison)).toMatchObject([
    { check: 'balances', node: 'ben', operation: null },
  ]);
  expect(differences(comparison)[0]?.follows).toBeGreaterThan(2);
});

it('a history that is turned around is one finding', async () => {
  const comparison = await judged({ tell: showing('ann', turnedAround) });
  expect(differences(comparison), lines(comparison)).toMatchObject([{ check: 'history', node: 'ann' }]);
  expect(differences(comparison)[0]?.follows).toBeGreaterThan(5);
});

it('two lies of different nodes are two findings', async () => {
  const comparison = await judged({
    drive: NEVER_MADE,
    tell: (driven, prediction) => showing('eve', oneTooMuch)(asPredicted(driven, prediction)),
  });
  expect(differences(comparison), lines(comparison)).toMatchObject([
    { operation: LIED_ABOUT },
    { node: 'eve', operation: null },
  ]);
});
