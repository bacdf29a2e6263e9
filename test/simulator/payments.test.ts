import { describe, expect, it } from 'vitest';
import { SHORT_TIMEOUTS, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

describe('a payment', () => {
  it('is answered when the initiator has unlocked; mediators have by then, as the secret came by them', async () => {
    const bench = testBench('alice 100 - 0 bob 100 - 0 carol');
    await bench.settle(bench.pay('alice', 'carol', 30n));
    expect(bench.clock.nowMs()).toBe(400);
    expect(bench.balances('bob', 'carol')).toEqual([70n, 30n]);
  });

  it('stands in the history of the target within a message of the answer, however long the path', async () => {
    const bench = testBench('n1 100 - 0 n2 100 - 0 n3 100 - 0 n4 100 - 0 n5');
    await bench.settle(bench.pay('n1', 'n5', 30n));
    expect(bench.clock.nowMs()).toBe(800);
    expect(await bench.simulation.node('n5').payments()).toMatchObject({ value: [{ amount: 30n }] });
  });
});

describe('what is pending', () => {
  it('is shown by somebody until the target has heard of its money', async () => {
    const bench = testBench('alice 100 - 0 bob 100 - 0 carol');
    const { clock, simulation } = bench;
    const showing = async (): Promise<readonly string[]> => {
      const shown: string[] = [];
      for (const name of ['alice', 'bob', 'carol']) {
        const answer = await simulation.node(name).pendingTransfers();
        if (answer.kind === 'ok' && answer.value.length > 0) shown.push(name);
      }
      return shown;
    };
    await bench.settle(bench.pay('alice', 'carol', 30n));
    // The unlock is on its way to bob; carol has hers, which bob sent when he told alice the secret.
    clock.advanceTo(450);
    expect(await showing()).toEqual(['bob']);
    clock.advanceTo(550);
    expect(await showing()).toEqual([]);
    expect(await simulation.node('carol').payments()).toMatchObject({ value: [{ amount: 30n }] });
  });
});

describe('a mediated payment with fees', () => {
  const fees = { flat: 50n, proportionalPpm: 0, imbalancePpm: 0 };

  it('carries the estimated fee and a margin, what is left of it goes to the target', async () => {
    const bench = testBench(
      world('a 100_000 - 0 b 100_000 - 0 c 100_000 - 0 d', { ...SHORT_TIMEOUTS, fees: { b: fees, c: fees } }),
    );
    const answer = await bench.settle(bench.pay('a', 'd', 10_000n));
    expect(answer).toMatchObject({
      value: { amount: 10_000n },
      trace: {
        fee: 200n,
        sent: 10_211n,
        received: 10_011n,
        hops: [{ amount: 10_211n }, { amount: 10_111n }, { amount: 10_011n }],
      },
    });
    await bench.rest();
    const received = await bench.simulation.node('d').payments();
    expect(received).toMatchObject({ value: [{ kind: 'received', amount: 10_011n }] });
  });

  it('is refused when the fee is more than a fifth of the amount, and the refusal names both numbers', async () => {
    const bench = testBench(
      world('a 100 - 0 b 100 - 0 c', { ...SHORT_TIMEOUTS, fees: { b: { ...fees, flat: 5n } } }),
    );
    const answer = await bench.settle(bench.pay('a', 'c', 40n));
    expect(answer).toMatchObject({
      kind: 'refused',
      status: 409,
      trace: {
        failure: {
          at: 'a',
          check: 'max-fee',
          required: 'amount with fees <= 48',
          found: '51 = 40 + fee 10 + margin 1',
        },
      },
    });
    expect(answer.kind === 'refused' && answer.errors).toContain(
      'exceeded the maximum fee limit (see https://raiden-network.readthedocs.io/en/stable/using-raiden-on-mainnet/overview.html#frequently-asked-questions)',
    );
  });
});

describe('a payment that cannot be completed', () => {
  const line = 'a 100 - 0 b 100 - 0 c 100 - 0 d';

  it('fails at once when the direct partner is stopped, although there is another way', async () => {
    const bench = testBench(world(`${line}, a 50 - 0 d`, { offline: ['d'] }));
    const answer = await bench.settle(bench.pay('a', 'd', 10n));
    expect(answer).toMatchObject({
      status: 409,
      trace: { failure: { hop: -1, at: 'd', check: 'target-online' } },
    });
    expect(answer.kind === 'refused' && answer.errors).toContain(
      'PFS returned an error while trying to fetch user information',
    );
    expect(bench.clock.nowMs()).toBe(0);
  });

  it('waits for a mediator that stopped after routing, and goes on when it returns', async () => {
    const bench = testBench(line);
    const paying = bench.pay('a', 'd', 10n);
    bench.simulation.control.stop('b');
    bench.clock.schedule(5000, () => bench.simulation.control.start('b'));
    expect(await bench.settle(paying)).toMatchObject({ kind: 'ok' });
    expect(bench.clock.nowMs()).toBe(5500);
  });

  it('gives up ten blocks after the lock expired and releases every lock on the way', async () => {
    const bench = testBench(line);
    const paying = bench.pay('a', 'd', 10n);
    bench.simulation.control.stop('d');
    bench.clock.advanceTo(30_000);
    expect(bench.simulation.control.pendingTransfers()).toBe(3);
    expect(await bench.settle(paying)).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: "Payment couldn't be completed because: lock expired",
      trace: {
        path: ['a', 'b', 'c', 'd'],
        hops: [{ settled: false }, { settled: false }, { settled: false }],
        failure: { hop: 2, at: 'd', check: 'target-online' },
      },
    });
    // Two reveal timeouts of 20 blocks, less one, plus ten.
    expect(bench.clock.nowMs()).toBe(49_000);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    expect(bench.balances('a', 'b')).toEqual([100n, 0n]);
    expect(await bench.simulation.node('a').payments()).toMatchObject({
      value: [{ kind: 'failed', reason: 'lock expired' }],
    });
  });

  it('goes through after all when the drained channel is filled before the lock expires', async () => {
    const bench = testBench(line, { protocol: { view: 'capacity' } });
    await bench.settle(bench.pay('b', 'c', 95n));
    const paying = bench.pay('a', 'd', 10n);
    bench.clock.schedule(7000, () => void bench.pay('c', 'b', 50n));
    expect(await bench.settle(paying)).toMatchObject({ kind: 'ok' });
  });

  it('is settled on-chain when the secret is out and a mediator never returns', async () => {
    const bench = testBench(line);
    const paying = bench.pay('a', 'd', 10n);
    // The secret is on its way back from d to c.
    bench.clock.schedule(350, () => bench.simulation.control.stop('b'));
    expect(await bench.settle(paying)).toMatchObject({ kind: 'ok' });
    expect(bench.clock.nowMs()).toBe(39_000);
    await bench.rest();
    expect(bench.balances('c', 'd')).toEqual([90n, 10n]);
  });
});

describe('a mediator', () => {
  it('diverts over another carried route when its next channel is drained', async () => {
    const bench = testBench('a 100 - 0 b 100 - 0 c 100 - 0 z, b 100 - 0 d 100 - 0 z', {
      protocol: { view: 'capacity' },
    });
    await bench.settle(bench.pay('b', 'c', 95n));
    expect(await bench.settle(bench.pay('a', 'z', 10n))).toMatchObject({
      trace: { path: ['a', 'b', 'd', 'z'] },
    });
  });

  it('is not told of routes over another first hop', async () => {
    const bench = testBench('a 100 - 0 b 100 - 0 c 100 - 0 d 100 - 0 z, a 100 - 0 c 100 - 0 e 100 - 0 z', {
      protocol: { view: 'capacity', maxPaths: 2 },
    });
    await bench.settle(bench.pay('a', 'c', 95n));
    // The service names a-c-d-z, which a cannot use any more, and a-b-c-e-z.
    expect(await bench.settle(bench.pay('a', 'z', 10n))).toMatchObject({
      trace: { path: ['a', 'b', 'c', 'e', 'z'] },
    });
  });

  it('forwards along the first carried route, although its fee was too high for the payer', async () => {
    // The payer refuses a-b-d-z, which is the cheaper one in hops, and sends the bare fee of a-b-c-e-z.
    const bench = testBench(
      world('a 9000 - 0 b 9000 - 0 d 9000 - 0 z, b 9000 - 0 c 9000 - 0 e 9000 - 0 z', {
        ...SHORT_TIMEOUTS,
        fees: { d: { flat: 300n, proportionalPpm: 0, imbalancePpm: 0 } },
      }),
    );
    const answer = await bench.settle(bench.pay('a', 'z', 1000n));
    expect(answer).toMatchObject({
      kind: 'refused',
      trace: { path: ['a', 'b', 'd', 'z'], failure: { check: 'received-amount', at: 'z' } },
    });
  });
});

describe('payment identifiers', () => {
  const network = () => 'a 100 - 0 b';

  it('join payments that are the same while they are in flight', async () => {
    const bench = testBench(network());
    const [first, second] = [
      bench.pay('a', 'b', 10n, { identifier: 3n }),
      bench.pay('a', 'b', 10n, { identifier: 3n }),
    ];
    expect(await bench.settle(second)).toEqual(await first);
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([90n, 10n]);
  });

  it('refuse another amount while the first is in flight', async () => {
    const bench = testBench(network());
    void bench.pay('a', 'b', 10n, { identifier: 3n });
    expect(await bench.settle(bench.pay('a', 'b', 11n, { identifier: 3n }))).toMatchObject({
      status: 409,
      errors: 'Another payment with the same id is in flight',
      trace: { failure: { check: 'identifier-in-flight' } },
    });
  });

  it('pay again once the first payment is done', async () => {
    const bench = testBench(network());
    await bench.settle(bench.pay('a', 'b', 10n, { identifier: 3n }));
    await bench.settle(bench.pay('a', 'b', 10n, { identifier: 3n }));
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([80n, 20n]);
  });
});

describe('an identifier of a payment that failed before it was sent', () => {
  it('is stuck, and free again when its payer has been restarted', async () => {
    const bench = testBench('a 100 - 0 b');
    const { control } = bench.simulation;
    const again = async (amount: bigint) =>
      await bench.settle(bench.pay('a', 'b', amount, { identifier: 3n }));
    control.stop('b');
    expect(await again(10n)).toMatchObject({ kind: 'refused' });
    control.start('b');
    expect(await again(10n)).toMatchObject({ kind: 'refused' });
    expect(await again(11n)).toMatchObject({ trace: { failure: { check: 'identifier-stuck' } } });
    control.freeze('a');
    control.thaw('a');
    expect(await again(10n)).toMatchObject({ kind: 'refused' });
    control.stop('a');
    control.start('a');
    expect(await again(11n)).toMatchObject({ kind: 'ok' });
    expect(await again(10n)).toMatchObject({ kind: 'ok' });
  });
});

describe('limits', () => {
  it('refuse the 161st payment in flight through one end', async () => {
    const bench = testBench('a 1000 - 0 b');
    const answers = Array.from({ length: 161 }, () => bench.pay('a', 'b', 1n));
    expect(await bench.settle(answers[160] as (typeof answers)[0])).toMatchObject({
      kind: 'refused',
      errors: "Payment couldn't be completed because: You have no suitable channel to initiate this payment.",
      trace: {
        failure: { check: 'pending-locks', required: 'pending locks < 160', found: 'pending locks 160' },
      },
    });
    await Promise.all(answers.slice(0, 160).map((answer) => bench.settle(answer)));
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([840n, 160n]);
  });

  it.each([
    ['20, the reveal timeout', 20n, 'refused'],
    ['21', 21n, 'ok'],
    ['60, the settle timeout', 60n, 'ok'],
    ['61', 61n, 'refused'],
  ])('take a lock timeout of %s blocks as %s', async (_name, lockTimeout, kind) => {
    const bench = testBench('a 100 - 0 b');
    expect(await bench.settle(bench.pay('a', 'b', 1n, { lockTimeout }))).toMatchObject({ kind });
    // Refused only after it was accepted for sending: unlike other refusals it stands in the history.
    const events = await bench.simulation.node('a').payments();
    expect(events).toMatchObject({
      value: [{ kind: kind === 'ok' ? 'sent' : 'failed' }],
    });
  });
});

describe('stopping a node', () => {
  it('breaks off its answer; the payment still happens', async () => {
    const bench = testBench('a 100 - 0 b');
    const paying = bench.pay('a', 'b', 10n);
    bench.clock.schedule(50, () => bench.simulation.control.stop('a'));
    bench.clock.schedule(1000, () => bench.simulation.control.start('a'));
    expect(await bench.settle(paying)).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([90n, 10n]);
  });
});
