import { describe, expect, it } from 'vitest';
import { SHORT_TIMEOUTS, type TestBench, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

describe('closing a channel alone', () => {
  const network = () => world('a 100 - 50 b', { ...SHORT_TIMEOUTS, balancePerNode: 1000n });

  it('settles it by itself after the settle timeout, and the tokens return', async () => {
    const bench = testBench(network());
    bench.simulation.control.stop('b');
    const partner = bench.address('b');
    await bench.settle(bench.update('a', 'b', { state: 'closed' }));
    const state = async () => {
      const answer = await bench.simulation.node('a').channel({ token: bench.token, partner });
      return answer.kind === 'ok' ? answer.value.state : 'gone';
    };
    // 60 blocks of a second from the close on, then the settlement's two confirmations.
    bench.clock.advanceTo(59_900);
    expect(await state()).toBe('closed');
    bench.clock.advanceTo(60_100);
    expect(await state()).toBe('waiting_for_settle');
    bench.clock.advanceTo(62_100);
    expect(await state()).toBe('gone');
    // Whatever was in the channel can be put into a new one.
    expect(await bench.settle(bench.open('a', 'b', { totalDeposit: 1000n }))).toMatchObject({
      kind: 'ok',
      status: 201,
      value: { channelIdentifier: 2n },
    });
  });

  it('settles it though the partner has not heard that a lock expired', async () => {
    const bench = testBench(network());
    const late = bench.pay('a', 'b', 10n);
    // On its way to b, which stays away.
    bench.simulation.control.stop('b');
    expect(await bench.settle(late)).toMatchObject({ kind: 'refused', status: 409 });
    expect(await bench.settle(bench.update('a', 'b', { state: 'closed' }))).toMatchObject({
      value: { state: 'closed', balance: 100n },
    });
    bench.clock.advanceTo(bench.clock.nowMs() + 62_100);
    const partner = bench.address('b');
    expect(await bench.simulation.node('a').channel({ token: bench.token, partner })).toMatchObject({
      status: 404,
    });
    bench.simulation.control.start('b');
    expect(await bench.settle(bench.open('a', 'b', { totalDeposit: 1000n }))).toMatchObject({ status: 201 });
    expect(await bench.settle(bench.pay('a', 'b', 1000n))).toMatchObject({ status: 200 });
  });

  it('lets transfers in flight end first', async () => {
    const bench = testBench(network());
    const paying = bench.pay('a', 'b', 10n);
    const closing = bench.update('a', 'b', { state: 'closed' });
    expect(await bench.settle(paying)).toMatchObject({ kind: 'ok' });
    expect(await bench.settle(closing)).toMatchObject({
      kind: 'ok',
      value: { state: 'closed', balance: 90n },
    });
  });
});

describe('two requests for one channel at once', () => {
  it('open it once, and both are told it is new', async () => {
    const bench = testBench('a, b');
    const deposit = { totalDeposit: 5n };
    const answers = [bench.open('a', 'b', deposit), bench.open('b', 'a', deposit)];
    for (const answer of answers) expect(await bench.settle(answer)).toMatchObject({ status: 201 });
    expect(bench.simulation.control.network().size).toBe(1);
    expect(bench.balances('a', 'b')).toEqual([5n, 5n]);
  });

  it('deposit once, and both succeed', async () => {
    const bench = testBench('a 100 - 0 b');
    const answers = [1, 2].map(() => bench.update('a', 'b', { totalDeposit: 150n }));
    for (const answer of answers) expect(await bench.settle(answer)).toMatchObject({ status: 200 });
    expect(bench.balances('a', 'b')).toEqual([150n, 0n]);
  });
});

describe('a deposit', () => {
  it('is refused when another one has spent the tokens meanwhile', async () => {
    const network = world('a 0 - 0 b, a 0 - 0 c', { ...SHORT_TIMEOUTS, balancePerNode: 100n });
    const bench = testBench(network);
    const deposit = (partner: string) => bench.update('a', partner, { totalDeposit: 60n });
    const [first, second] = [deposit('b'), deposit('c')];
    expect(await bench.settle(first)).toMatchObject({ status: 200 });
    expect(await bench.settle(second)).toMatchObject({ kind: 'refused', status: 402 });
  });

  it('counts from its confirmation on, at both ends', async () => {
    const bench = testBench('a 10 - 0 b');
    const depositing = bench.update('a', 'b', { totalDeposit: 50n });
    bench.clock.advanceTo(1999);
    expect(bench.balances('a', 'b')).toEqual([10n, 0n]);
    await bench.settle(depositing);
    expect(bench.clock.nowMs()).toBe(2000);
    expect(bench.balances('a', 'b')).toEqual([50n, 0n]);
  });
});

describe('two closes of one channel at once', () => {
  it('are one: the later is told that it is closed, as nodes show it until the chain has settled it', async () => {
    const bench = testBench('a 100 - 50 b');
    const closed = { state: 'closed' };
    const [first, second] = [bench.update('a', 'b', closed), bench.update('b', 'a', closed)];
    const channels = await bench.settle(bench.simulation.node('b').channels());
    expect(channels).toMatchObject({ kind: 'ok', value: [{ state: 'closed' }] });
    expect(await bench.settle(second)).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: 'Attempted to close an already closed channel',
    });
    expect(await bench.settle(first)).toMatchObject({ kind: 'ok', value: null });
    expect(bench.simulation.control.network().size).toBe(0);
  });
});

describe('a node that stops while its channel is being opened', () => {
  it('leaves a channel without its deposit', async () => {
    const bench = testBench('a, b');
    const opening = bench.open('a', 'b', { totalDeposit: 5n });
    bench.clock.schedule(1000, () => bench.simulation.control.stop('a'));
    expect(await bench.settle(opening)).toMatchObject({ kind: 'indeterminate' });
    bench.clock.advanceTo(10_000);
    expect(bench.balances('a', 'b')).toEqual([0n, 0n]);
  });
});

describe('the timeouts of a channel that is opened', () => {
  const network = () => {
    const nodes = world('a, b', SHORT_TIMEOUTS);
    nodes.setNodeAttribute('a', 'timeouts', { DAI: { settleTimeout: 400, revealTimeout: 100 } });
    nodes.setNodeAttribute('b', 'timeouts', { DAI: { settleTimeout: 300, revealTimeout: 70 } });
    return nodes;
  };
  const opened = async (asked: { readonly settleTimeout?: bigint; readonly revealTimeout?: bigint }) => {
    const bench = testBench(network());
    const { simulation, token } = bench;
    await bench.settle(bench.open('a', 'b', asked));
    const shown = await Promise.all([
      simulation.node('a').channel({ token, partner: bench.address('b') }),
      simulation.node('b').channel({ token, partner: bench.address('a') }),
    ]);
    return shown.map((answer) =>
      answer.kind === 'ok' ? [answer.value.settleTimeout, answer.value.revealTimeout] : [],
    );
  };

  it('are the defaults of the opener, and at the other end the reveal timeout of the partner', async () => {
    expect(await opened({})).toEqual([
      [400n, 100n],
      [400n, 70n],
    ]);
  });

  it('are those that were asked for, at the end of the opener only', async () => {
    expect(await opened({ settleTimeout: 60n, revealTimeout: 20n })).toEqual([
      [60n, 20n],
      [60n, 70n],
    ]);
  });
});

describe('leaving a token network', () => {
  it('lists a channel that was closed before beside null for one that was closed together', async () => {
    const bench = testBench('a 10 - 0 b, a 10 - 0 c');
    const { simulation, token } = bench;
    simulation.control.stop('c');
    await bench.settle(bench.update('a', 'c', { state: 'closed' }));
    const left = await bench.settle(simulation.node('a').leave(token));
    expect(left).toMatchObject({ kind: 'ok', value: [null, { channelIdentifier: 2n, state: 'closed' }] });
  });
});

describe('the network as it stands', () => {
  const shown = (bench: TestBench) =>
    bench.simulation.control
      .network()
      .mapEdges((key, { revealTimeout, balance }, first, second) =>
        [key, first, second, ...revealTimeout, ...balance].join(' '),
      );

  it('has the timeouts that nodes changed', async () => {
    const bench = testBench(world('a 100 - 100 b 50 - 50 c'));
    await bench.settle(bench.update('a', 'b', { revealTimeout: 33n }));
    expect(shown(bench)).toEqual(['DAI:1 a b 33 50 100 100', 'DAI:2 b c 50 50 50 50']);
  });

  it('is the same after a reset to a snapshot with other channels than at first', async () => {
    const bench = testBench(world('a 100 - 100 b 50 - 50 c', { settleTimeout: 60, revealTimeout: 20 }));
    await bench.settle(bench.update('a', 'b', { state: 'closed' }));
    bench.clock.advanceTo(bench.clock.nowMs() + 200_000);
    await bench.settle(bench.open('a', 'c', { totalDeposit: 77n, settleTimeout: 60n, revealTimeout: 20n }));
    const before = shown(bench);
    bench.simulation.control.snapshot();
    bench.simulation.control.reset();
    expect(shown(bench)).toEqual(before);
    expect(before).toEqual(['DAI:2 b c 20 20 50 50', 'DAI:3 a c 20 50 77 0']);
  });
});
