import { describe, expect, it } from 'vitest';
import { expectedEntries } from '../../../src/checks/history/expected-entries.ts';
import { type FeeSchedule, NO_FEES } from '../../../src/model/network/fees.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';
import { handMadeRun, payment } from '../hand-made-run.ts';

/** What may stand in bob's history after alice paid him 1,000, where both mediate at these fees. */
function received(fees: FeeSchedule | undefined) {
  const start = exampleNetwork([['alice', 'bob', 5_000n, 5_000n]]);
  for (const node of start.nodes())
    if (fees === undefined) start.removeNodeAttribute(node, 'fees');
    else start.setNodeAttribute(node, 'fees', { DAI: fees });
  const entries = expectedEntries(handMadeRun({ start, records: [payment(0, 1_000n)] }));
  const entry = entries.find(({ event }) => event === 'received');
  if (entry === undefined) throw new Error('no entry');
  return { words: entry.amount, fits: (amount: bigint) => entry.amountFits(amount) };
}

describe('what a target has received', () => {
  it('is exactly what was paid where nobody charges fees', () => {
    const { words, fits } = received(NO_FEES);
    expect(words).toBe('1000');
    expect([999n, 1_000n, 1_001n].map(fits)).toEqual([false, true, false]);
  });

  it('may have what mediators left of the fees, and no more than a sender accepts', () => {
    const { words, fits } = received({ ...NO_FEES, flat: 1n });
    expect(words).toBe('1000 to 1201');
    expect([999n, 1_000n, 1_201n, 1_202n].map(fits)).toEqual([false, true, true, false]);
  });

  it('has no upper limit where the fees are not known', () => {
    const { words, fits } = received(undefined);
    expect(words).toBe('at least 1000');
    expect([999n, 1_000n, 10_000n].map(fits)).toEqual([false, true, true]);
  });
});
