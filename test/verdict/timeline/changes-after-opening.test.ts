import { expect, it } from 'vitest';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { ReasonClass } from '../../../src/model/run/reason-class.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';
import { differences } from '../../fixtures/lied-to-replay.ts';
import { replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';

// A payment beside the opening, so that operations overlap.
const STEPS = [
  'open: {from: n1, to: n3, deposit: 50}',
  'pay: {from: n1, to: n2, amount: 1}\n    beside: true',
  'deposit: {from: n3, to: n1, totalDeposit: 20}',
];
const DEPOSIT = 2;

/** The operations that are accused where a deposit into a channel that was just opened is refused for this reason. */
async function accused(reason: ReasonClass): Promise<readonly (number | null)[]> {
  const { comparison } = await replayOnVirtualClock(
    scenarioFrom(stepsIn('n1 100 - 100 n2, n2 100 - 100 n3', STEPS)),
    {
      tell: (driven) => ({
        ...driven,
        records: driven.records.map(({ trace: _trace, ...record }): OperationRecord => {
          if (record.operation.id !== DEPOSIT) return record;
          return { ...record, outcome: { kind: 'failed', status: 409, reason, message: 'not today' } };
        }),
      }),
    },
  );
  return differences(comparison)
    .filter(({ check }) => check === 'outcomes')
    .map(({ operation }) => operation);
}

it('a deposit beside others is refused only for reasons that the API names', async () => {
  expect(await accused('other')).toEqual([DEPOSIT]);
  expect(await accused('unknown-channel')).toEqual([]);
});
