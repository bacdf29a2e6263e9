import { it } from 'vitest';
import { expectPublishedOrder, snapshotNetwork, successByAmount } from './success-by-amount.ts';

// The whole snapshot: success-by-amount.long.test.ts.
it('success falls with the amount, likeliest paths beat cheap ones, splitting helps large amounts: 300 nodes of July 2019', async () => {
  const amounts = [1000n, 10_000n, 100_000n, 500_000n];
  const network = snapshotNetwork(300);
  expectPublishedOrder(amounts, await successByAmount(network, { amounts, pairs: 100, tries: 3 }));
});
