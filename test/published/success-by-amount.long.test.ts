import { it } from 'vitest';
import { expectPublishedOrder, snapshotNetwork, successByAmount } from './success-by-amount.ts';

it('success by amount has the published order on the whole snapshot of July 2019', async () => {
  const amounts = [100n, 500n, 1000n, 5000n, 10_000n, 50_000n, 100_000n, 500_000n, 1_000_000n, 5_000_000n];
  const shares = await successByAmount(snapshotNetwork(), { amounts, pairs: 200, tries: 10 });
  expectPublishedOrder(amounts, shares);
});
