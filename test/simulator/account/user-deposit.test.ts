import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT_ADDRESSES } from '../../../src/model/network/contract-addresses.ts';
import type { NodeApi, UserDepositRequest } from '../../../src/ports/node-api.ts';
import { type TestBench, testBench } from '../../world/test-bench.ts';

describe('the deposit that pays for services', () => {
  let bench: TestBench;
  let alice: NodeApi;
  const change = (request: UserDepositRequest) => bench.settle(alice.userDeposit(request));
  const mint = (value: bigint) =>
    bench.settle(alice.mint({ token: CONTRACT_ADDRESSES.serviceToken, to: bench.address('alice'), value }));
  beforeEach(() => {
    bench = testBench('alice 100 - 100 bob');
    alice = bench.simulation.node('alice');
  });

  it('takes what was minted, and no more', async () => {
    expect(await change({ totalDeposit: 5n })).toMatchObject({
      status: 402,
      errors: 'Not enough balance to deposit. Available=0 Needed=5',
    });
    await mint(10n);
    expect(await change({ totalDeposit: 6n })).toMatchObject({
      kind: 'ok',
      value: { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    });
    expect(await change({ totalDeposit: 6n })).toMatchObject({ errors: 'Total deposit did not increase.' });
    expect(await change({ totalDeposit: 11n })).toMatchObject({
      status: 402,
      errors: 'Not enough balance to deposit. Available=4 Needed=5',
    });
  });

  it('comes back as planned, a hundred blocks later', async () => {
    await mint(10n);
    await change({ totalDeposit: 10n });
    expect(await change({ withdrawAmount: 1n })).toMatchObject({ errors: 'Withdrawing more than planned.' });
    expect(await change({ plannedWithdrawAmount: 11n })).toMatchObject({
      status: 409,
      errors: 'The withdraw of 11 is bigger than the current balance of 10.',
    });
    const plan = await change({ plannedWithdrawAmount: 7n });
    const block = plan.kind === 'ok' ? (plan.value.plannedWithdrawBlock ?? 0) : 0;
    expect(block).toBe(Math.floor(bench.clock.nowMs() / 1000) + 100);
    expect(await change({ withdrawAmount: 7n })).toMatchObject({
      errors: expect.stringMatching(`^Withdrawing too early. Planned withdraw at block ${block}. `),
    });
    bench.clock.advanceTo(block * 1000);
    expect(await change({ withdrawAmount: 7n })).toMatchObject({ kind: 'ok' });
    expect(await change({ withdrawAmount: 1n })).toMatchObject({ errors: 'Withdrawing more than planned.' });
    // What came back can be put in again.
    expect(await change({ totalDeposit: 17n })).toMatchObject({ kind: 'ok' });
  });

  it('is warned of every five minutes while it is too low', async () => {
    const notices = async () => {
      const answer = await bench.settle(alice.notifications());
      return answer.kind === 'ok' ? answer.value.map(({ id }) => id) : [];
    };
    expect(await notices()).toEqual(['low_rdn']);
    expect(await notices()).toEqual([]);
    bench.clock.advanceTo(300_000);
    expect(await notices()).toEqual(['low_rdn']);
    await mint(10n ** 19n);
    await change({ totalDeposit: 6n * 10n ** 18n });
    bench.clock.advanceTo(900_000);
    expect(await notices()).toEqual([]);
  });
});
