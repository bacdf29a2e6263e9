import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { Processor } from '../../src/simulator/processor.ts';
import { testBench } from '../world/test-bench.ts';
import { carryOut, randomRuns } from './random-runs.ts';

const WORK = { processingTime: { kind: 'fixed', ms: 30 } } as const;

describe('a node that handles one thing at a time', () => {
  it('adds its time to a direct payment twice at either side: request, transfer, secret, unlock', async () => {
    const bench = testBench('alice 100 - 0 bob', { protocol: WORK });
    await bench.settle(bench.pay('alice', 'bob', 30n));
    // Request 30, a hop 100, transfer 30, a hop 100, secret 30; the unlock follows the answer.
    expect(bench.clock.nowMs()).toBe(290);
    await bench.rest();
    expect(bench.clock.nowMs()).toBe(290 + 100 + 30);
    expect(bench.balances('alice', 'bob')).toEqual([70n, 30n]);
  });

  it('lets two payments at once through one mediator take turns', async () => {
    const bench = testBench('alice 100 - 0 bob, anna 100 - 0 bob 100 - 0 carol', { protocol: WORK });
    const ended: [string, number][] = [];
    const answers = ['alice', 'anna'].map(async (payer) => {
      const answer = await bench.pay(payer, 'carol', 30n);
      ended.push([`${payer} ${answer.kind}`, bench.clock.nowMs()]);
      return answer;
    });
    await bench.settle(Promise.all(answers).then(([first]) => first as NonNullable<typeof first>));
    // Both transfers reach bob at 130; he sends the second on 30 ms after the first, and so it stays.
    expect(ended).toEqual([
      ['alice ok', 550],
      ['anna ok', 580],
    ]);
    await bench.rest();
    expect(bench.balances('bob', 'carol')).toEqual([40n, 60n]);
  });

  it('answers reads at once, however busy it is', async () => {
    const bench = testBench('alice 100 - 0 bob', { protocol: WORK });
    const payment = bench.pay('alice', 'bob', 30n);
    await bench.settle(bench.simulation.node('alice').payments());
    expect(bench.clock.nowMs()).toBe(0);
    await bench.settle(payment);
  });

  it('forgets requests it had not come to when it stops, and handles messages when it is back', async () => {
    const bench = testBench('alice 100 - 0 bob', { protocol: WORK });
    const { control } = bench.simulation;
    const cut = [bench.pay('alice', 'bob', 1n), bench.pay('alice', 'bob', 2n)];
    // The first was dispatched at 30; bob goes down while he is at its transfer, alice while she is at the second.
    bench.clock.schedule(140, () => control.stop('bob'));
    bench.clock.schedule(40, () => control.stop('alice'));
    bench.clock.schedule(1000, () => control.start('alice'));
    bench.clock.schedule(1000, () => control.start('bob'));
    const [first, second] = await Promise.all(cut.map((payment) => bench.settle(payment)));
    expect([first?.kind, second?.kind]).toEqual(['indeterminate', 'indeterminate']);
    await bench.rest();
    expect(bench.clock.nowMs()).toBe(1000 + 30 + 100 + 30 + 100 + 30);
    expect(bench.balances('alice', 'bob')).toEqual([99n, 1n]);
  });

  it('is a queue that grows when more comes than it can do, and the last waits longest', async () => {
    const bench = testBench('alice 1000 - 0 bob', { protocol: WORK });
    let ended = 0;
    const payments = Array.from({ length: 100 }, async () => {
      await bench.pay('alice', 'bob', 1n);
      ended = bench.clock.nowMs();
    });
    await bench.settle(Promise.all(payments).then(() => ({ kind: 'ok', status: 200, value: undefined })));
    // Alice is at work without a pause: 100 requests and 100 secrets.
    expect(ended).toBe(200 * 30);
  });
});

describe('nodes that need time', () => {
  const times = fc.constantFrom(
    { kind: 'fixed' as const, ms: 40 },
    { kind: 'uniform' as const, minMs: 0, maxMs: 400 },
    { kind: 'lognormal' as const, medianMs: 30, sigma: 1 },
  );

  it('keep every invariant, answer every request once, and lock nothing at rest', async () => {
    const property = fc.asyncProperty(randomRuns(1000n), times, async (run, processingTime) => {
      const { bench, answered } = await carryOut({ ...run, protocol: { ...run.protocol, processingTime } });
      run.deeds.forEach(({ kind }, i) => {
        expect(answered[i], `answers to ${kind}`).toBe(kind === 'stop' || kind === 'start' ? 0 : 1);
      });
      expect(bench.simulation.control.pendingTransfers()).toBe(0);
      assertNetworkInvariants(bench.simulation.control.network());
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('behave as ever when the time is zero', async () => {
    const property = fc.asyncProperty(randomRuns(1000n), async (run) => {
      const protocol = { ...run.protocol, processingTime: { kind: 'fixed', ms: 0 } as const };
      const [without, zero] = [await carryOut(run), await carryOut({ ...run, protocol })];
      expect(zero.answers).toEqual(without.answers);
      expect(zero.bench.clock.nowMs()).toBe(without.bench.clock.nowMs());
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

describe('a processor', () => {
  it('does everything in the order it came, one after the other, whatever the times', () => {
    const property = fc.property(
      fc.array(fc.record({ atMs: fc.nat({ max: 500 }), takesMs: fc.nat({ max: 60 }) }), { maxLength: 60 }),
      (tasks) => {
        const inOrder = tasks.toSorted((one, other) => one.atMs - other.atMs);
        const clock = new VirtualClock();
        let drawn = 0;
        const processor = new Processor(clock, () => inOrder[drawn++]?.takesMs ?? 0);
        const done: { readonly task: number; readonly atMs: number }[] = [];
        inOrder.forEach(({ atMs }, task) => {
          clock.schedule(atMs, () =>
            processor.handle({
              act: () => done.push({ task, atMs: clock.nowMs() }),
              interrupted: () => undefined,
            }),
          );
        });
        clock.advanceTo(1e6);
        let freeMs = 0;
        const expected = inOrder.map(({ atMs, takesMs }, task) => {
          freeMs = Math.max(freeMs, atMs) + takesMs;
          return { task, atMs: freeMs };
        });
        expect(done).toEqual(expected);
      },
    );
    fc.assert(property);
  });
});
