import { describe, expect, it } from 'vitest';
import { testBench } from '../world/test-bench.ts';

// Blocks of a second, a reveal timeout of 20, two confirmations.
function line() {
  const bench = testBench('a 100 - 100 b 100 - 100 c');
  return { bench, simulation: bench.simulation, clock: bench.clock };
}

/** Whether a promise is settled by what has happened so far. */
function watched(promise: Promise<unknown>): () => boolean {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  return () => isSettled;
}

describe('a frozen node', () => {
  it('takes requests and answers them when it is thawed', async () => {
    const { bench, simulation, clock } = line();
    simulation.control.freeze('b');
    const asked = simulation.node('b').address();
    const isAnswered = watched(asked);
    clock.advanceTo(60_000);
    await Promise.resolve();
    expect(isAnswered()).toBe(false);
    expect(simulation.control.isRunning('b')).toBe(true);
    simulation.control.thaw('b');
    expect(await bench.settle(asked)).toMatchObject({ kind: 'ok' });
  });

  it('does not answer what it had begun before it is thawed', async () => {
    const { bench, simulation, clock } = line();
    const depositing = bench.update('a', 'b', { totalDeposit: 150n });
    const isAnswered = watched(depositing);
    simulation.control.freeze('a');
    clock.advanceTo(30_000);
    await Promise.resolve();
    expect(isAnswered()).toBe(false);
    simulation.control.thaw('a');
    expect(await bench.settle(depositing)).toMatchObject({ kind: 'ok', value: { totalDeposit: 150n } });
  });

  it('breaks off what it was asked when it is stopped', async () => {
    const { bench, simulation } = line();
    simulation.control.freeze('b');
    const asked = simulation.node('b').address();
    simulation.control.stop('b');
    expect(await bench.settle(asked)).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    simulation.control.thaw('b');
    expect(simulation.control.isRunning('b')).toBe(false);
  });

  it('lets a payment through it wait', async () => {
    const { bench } = line();
    bench.simulation.control.freeze('b');
    const paying = bench.pay('a', 'c', 10n);
    bench.clock.advanceTo(5_000);
    bench.simulation.control.thaw('b');
    expect(await bench.settle(paying)).toMatchObject({ kind: 'ok' });
    expect(bench.clock.nowMs()).toBeGreaterThan(5_000);
  });

  it('is taken for online by the path-finding service for ten seconds', async () => {
    const { bench } = line();
    bench.simulation.control.freeze('c');
    const [token, from, to] = [bench.token, bench.address('a'), bench.address('c')];
    const ask = () => bench.simulation.pathFinding.paths({ network: token, from, to, value: 10n });
    bench.clock.advanceTo(9_000);
    expect(await ask()).toMatchObject({ kind: 'ok' });
    bench.clock.advanceTo(11_000);
    expect(await ask()).toMatchObject({
      kind: 'refused',
      errors: expect.stringMatching(/^Target not online/),
    });
    bench.simulation.control.thaw('c');
    expect(await ask()).toMatchObject({ kind: 'ok' });
  });

  // As recorded: 45 s with a reveal timeout of 20 and 5 confirmations, balance 0, everything withdrawn.
  it('keeps a partner that closes waiting until its answer is worth nothing; then the channel is closed without it', async () => {
    const { bench, simulation, clock } = line();
    simulation.control.freeze('c');
    const closing = bench.update('b', 'c', { state: 'closed' });
    expect(await bench.settle(closing)).toMatchObject({
      kind: 'ok',
      value: { state: 'closed', balance: 0n, totalWithdraw: 100n },
    });
    expect(clock.nowMs()).toBe(42_000);
    // 60 blocks from the close at 40 s on, and two confirmations.
    clock.advanceTo(102_000);
    // The invariants, all money being somewhere among them, are held by this.
    expect(simulation.control.network().edges('b', 'c')).toEqual([]);
  });

  it('settles together with a partner that closes, when it is thawed in time', async () => {
    const { bench, simulation, clock } = line();
    simulation.control.freeze('c');
    const closing = bench.update('b', 'c', { state: 'closed' });
    clock.advanceTo(20_000);
    simulation.control.thaw('c');
    expect(await bench.settle(closing)).toMatchObject({ kind: 'ok', value: null });
    expect(simulation.control.network().edges('b', 'c')).toEqual([]);
    clock.advanceTo(60_000);
    expect(simulation.control.network().edges('b', 'c')).toEqual([]);
  });
});

describe('a node that takes its time to start', () => {
  it('says that it is unavailable, refuses everything else with 503, and takes part in nothing', async () => {
    const { bench, simulation, clock } = line();
    simulation.control.setStartup(2_000);
    simulation.control.stop('b');
    simulation.control.start('b');
    const b = simulation.node('b');
    expect(simulation.control.isRunning('b')).toBe(true);
    expect(await b.status()).toMatchObject({ kind: 'ok', value: { status: 'unavailable' } });
    expect(await b.channels()).toMatchObject({
      kind: 'refused',
      status: 503,
      errors: 'Service unavailable. Try again later.',
      reason: 'service-unavailable',
    });
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({ kind: 'refused' });
    clock.advanceTo(2_000);
    expect(await b.status()).toMatchObject({ kind: 'ok', value: { status: 'ready' } });
    expect(await bench.settle(bench.pay('a', 'c', 10n))).toMatchObject({ kind: 'ok' });
  });

  it('stays down when it is stopped meanwhile', async () => {
    const { simulation, clock } = line();
    simulation.control.setStartup(2_000);
    simulation.control.stop('b');
    simulation.control.start('b');
    simulation.control.stop('b');
    clock.advanceTo(5_000);
    expect(simulation.control.isRunning('b')).toBe(false);
  });
});
