import { describe, expect, it } from 'vitest';
import { expectedEntries } from '../../../src/verdict/history/expected-entries.ts';
import { type FeeSchedule, NO_FEES } from '../../../src/model/network/fees.ts';
import { world } from '../../world/world.ts';
import { Story } from '../../../src/verdict/story.ts';
import { handMadeRun, payment } from '../hand-made-run.ts';

/** What may stand in bob's history after alice paid him 1,000 through carol, who charges these fees. */
function received(fees: FeeSchedule | undefined, channels = THROUGH_CAROL) {
  const start = world(channels);
  for (const node of start.nodes())
    if (fees === undefined) start.removeNodeAttribute(node, 'fees');
    else start.setNodeAttribute(node, 'fees', { DAI: fees });
  const entries = expectedEntries(new Story(handMadeRun({ start, records: [payment(0, 1_000n)] })));
  const entry = entries.find(({ event }) => event === 'received');
  if (entry === undefined) throw new Error('no entry');
  return { words: entry.amount, fits: (amount: bigint) => entry.amountFits(amount) };
}

const DIRECT = 'alice 5_000 - 5_000 bob';
const THROUGH_CAROL = 'alice 5_000 - 5_000 carol, bob 5_000 - 5_000 carol';

describe('what a target has received', () => {
  it('is exactly what was paid where nobody charges fees', () => {
    const { words, fits } = received(NO_FEES);
    expect(words).toBe('1000');
    expect([999n, 1_000n, 1_001n].map(fits)).toEqual([false, true, false]);
  });

  it('is exactly what was paid where there is no mediator, whatever nodes charge', () => {
    expect(received({ ...NO_FEES, flat: 7n }, DIRECT).words).toBe('1000');
  });

  it('is what the mediator on the only way leaves of fee and margin, to the unit', () => {
    // 2 for carol, and a margin of 3 % of that and 0.05 % of the amount, rounded up.
    const { words, fits } = received({ ...NO_FEES, flat: 1n });
    expect(words).toBe('1001');
    expect([1_000n, 1_001n, 1_002n].map(fits)).toEqual([false, true, false]);
  });

  it('is what was paid where a channel between both has the money, whatever others charge', () => {
    expect(received({ ...NO_FEES, flat: 1n }, `${THROUGH_CAROL}, ${DIRECT}`).words).toBe('1000');
  });

  it('may be what any way leaves where there are several, and the shortest may not do', () => {
    const { words } = received({ ...NO_FEES, flat: 1n }, `${THROUGH_CAROL}, alice 1_100 - 5_000 bob`);
    expect(words).toBe('1000 to 1003');
  });

  it('may differ by as much as a penalty for imbalance can', () => {
    const { fits } = received({ ...NO_FEES, proportionalPpm: 1_000, imbalancePpm: 3_000 });
    expect([999n, 1_000n, 1_003n, 1_100n].map(fits)).toEqual([false, true, true, false]);
  });

  it('has no upper limit where the fees are not known', () => {
    const { words, fits } = received(undefined);
    expect(words).toBe('at least 1000');
    expect([999n, 1_000n, 10_000n].map(fits)).toEqual([false, true, true]);
  });
});
