import { describe, expect, it } from 'vitest';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { differences } from '../../fixtures/lied-to-replay.ts';
import { type Departure, replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';

// Locks of a hundred blocks, half of which a mediator may wait.
const WHERE = {
  network: 'settleTimeout: 200, revealTimeout: 50, fees: {flat: 0}',
  protocol: 'hopLatency: 500ms',
};
const EXPIRED = {
  kind: 'failed',
  status: 409,
  reason: 'lock-expired',
  message: "Payment couldn't be completed because: lock expired",
} as const;
const LIFE_MS = 111_000;

/** A payment from n1 says that its lock has expired. */
const stuck: Departure = {
  tell: (driven) => ({
    ...driven,
    records: driven.records.map((record): OperationRecord => {
      const { trace: _trace, ...rest } = record;
      if (record.operation.kind !== 'pay' || record.operation.node !== 'n1') return rest;
      return { ...rest, endedAtMs: record.startedAtMs + LIFE_MS, outcome: EXPIRED };
    }),
  }),
};

async function accused(steps: readonly string[]): Promise<readonly (number | null)[]> {
  const scenario = scenarioFrom(stepsIn('n1 1000 - 1000 n2 1000 - 1000 n3', steps, WHERE));
  const { comparison } = await replayOnVirtualClock(scenario, stuck);
  return differences(comparison)
    .filter(({ check }) => check === 'outcomes')
    .map(({ operation }) => operation);
}

const PAYMENT = 'pay: {from: n1, to: n3, amount: 1000}';
const TAKEN = 'pay: {from: n2, to: n3, amount: 1000}\n    beside: true';

describe('a payment beside others whose lock expired', () => {
  it('is wrong where its mediator had the money back long before', async () => {
    const back = 'pay: {from: n3, to: n2, amount: 1000}\n    beside: true';
    expect(await accused([PAYMENT, TAKEN, back])).toEqual([0]);
  });

  it('is wrong where its target was away for a moment', async () => {
    const away = ['stop: n3\n    beside: true\n    at: 200ms', 'start: n3\n    beside: true\n    at: 4s'];
    expect(await accused(['pay: {from: n1, to: n3, amount: 5}', ...away])).toEqual([0]);
  });

  it.each([
    { name: 'another payment may have taken the money', steps: [PAYMENT, TAKEN] },
    {
      name: 'its target came back too late',
      steps: [
        PAYMENT,
        'stop: n3\n    beside: true\n    at: 200ms',
        'start: n3\n    beside: true\n    at: 60s',
      ],
    },
    {
      name: 'the money came back too late',
      steps: [PAYMENT, TAKEN, 'pay: {from: n3, to: n2, amount: 1000}\n    beside: true\n    at: 60s'],
    },
    {
      name: 'a lock expired that a node which was away has to hear of first',
      steps: [
        'pay: {from: n1, to: n3, amount: 5}',
        'pay: {from: n1, to: n3, amount: 6}\n    beside: true',
        'stop: n3\n    beside: true\n    at: 200ms',
        'start: n3\n    beside: true\n    at: 4s',
      ],
    },
  ])('is allowed where $name', async ({ steps }) => {
    expect(await accused(steps)).toEqual([]);
  });
});
