import { describe, expect, it } from 'vitest';
import type { GriefingSpec, HoldSpec, JamSpec } from '../../../src/model/disturbances/disturbance.ts';
import type { ProtocolSpec } from '../../../src/model/scenario/scenario.ts';
import { type TestBench, testBench } from '../../world/test-bench.ts';

// Blocks of a second and a reveal timeout of 20: a lock expires after 39 s, and is given up ten later.
function line(griefing: GriefingSpec, protocol: Partial<ProtocolSpec> = {}): TestBench {
  const network = 'a 1000 - 1000 b 1000 - 1000 c 1000 - 1000 d';
  return testBench(network, { disturbances: { griefing: [griefing] }, protocol });
}

const HOLD: HoldSpec = {
  kind: 'hold',
  nodes: { kind: 'named', names: ['c'] },
  role: 'either',
  probability: { kind: 'fixed', probability: 1 },
};
const JAM: JamSpec = { kind: 'jam', from: 'a', to: 'd', token: 'DAI', amount: 10n, startMs: 0 };

describe('a node that holds locks', () => {
  it('as a mediator passes nothing on: all that was locked stays so until it expires', async () => {
    const bench = line(HOLD);
    const answer = await bench.settle(bench.pay('a', 'd', 30n));
    expect(answer).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: "Payment couldn't be completed because: lock expired",
      trace: { failure: { hop: 1, at: 'c', check: 'not-held', required: 'a node that passes it on' } },
    });
    expect(bench.clock.nowMs()).toBe(49_000);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    // 30 on each of two hops, from 0.2 s until 49 s.
    const held = bench.simulation.calm()?.held;
    expect(held).toMatchObject({ transfers: 1, tokens: [{ token: 'DAI', stepMs: 1000, peak: 60n }] });
    expect(held?.tokens[0]?.means.slice(0, 2)).toEqual([48, 60]);
    expect(held?.tokens[0]?.peaks).toHaveLength(50);
  });

  it('as a target never asks for the secret; in the other role it does as it should', async () => {
    const bench = line({ ...HOLD, role: 'target' });
    expect(await bench.settle(bench.pay('a', 'd', 30n))).toMatchObject({ kind: 'ok' });
    expect(await bench.settle(bench.pay('a', 'c', 30n))).toMatchObject({
      kind: 'refused',
      trace: {
        failure: { hop: 1, at: 'c', check: 'not-held', required: 'a target that asks for the secret' },
      },
    });
  });

  it('does so as often as it is likely, by the amount where that decides', async () => {
    const likelihoods = [
      { kind: 'fixed', probability: 0.3 },
      { kind: 'amount-over', capacity: 10n },
    ] as const;
    for (const probability of likelihoods) {
      const bench = line({ ...HOLD, probability });
      let held = 0;
      for (let payment = 0; payment < 300; payment += 1)
        if ((await bench.settle(bench.pay('b', 'c', 3n))).kind === 'refused') held += 1;
      expect(held / 300).toBeCloseTo(0.3, 1);
    }
  });
});

describe('a jamming attack', () => {
  it('takes every slot of the way, so that nothing else gets through, as long as it lasts', async () => {
    const bench = line({ ...JAM, durationMs: 60_000 }, { maxPendingLocks: 5 });
    bench.clock.advanceTo(1000);
    expect(bench.simulation.control.pendingTransfers()).toBe(15);
    expect(await bench.settle(bench.pay('b', 'c', 10n))).toMatchObject({
      kind: 'refused',
      trace: { failure: { check: 'pending-locks', found: 'pending locks 5' } },
    });
    // The other direction is free.
    expect(await bench.settle(bench.pay('c', 'b', 10n))).toMatchObject({ kind: 'ok' });
    bench.clock.advanceTo(55_000);
    expect(bench.simulation.control.pendingTransfers()).toBe(15);
    bench.clock.advanceTo(120_000);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    expect(await bench.settle(bench.pay('b', 'c', 10n))).toMatchObject({ kind: 'ok' });
    const record = bench.simulation.calm();
    expect(record?.jams).toEqual([{ from: 'a', to: 'd', locked: 10, refused: 0 }]);
    expect(record?.held).toMatchObject({ transfers: 10, tokens: [{ peak: 150n }] });
  });

  it('locks no more than its budget allows, and as many as its slots', () => {
    const pending = (jam: Partial<JamSpec>): number => {
      const bench = line({ ...JAM, ...jam });
      bench.clock.advanceTo(1000);
      return bench.simulation.control.pendingTransfers() / 3;
    };
    expect(pending({ budget: 45n })).toBe(4);
    expect(pending({ slots: 7 })).toBe(7);
    // What a channel holds is the end of it: 100 of 10 each.
    expect(pending({})).toBe(100);
  });

  it('goes the way it is told to, holds its locks for as long as it is told to, and ends when it is told to', () => {
    const bench = line({ ...JAM, to: 'c', through: ['b'], slots: 2, lockTimeout: 25 });
    bench.clock.advanceTo(33_900);
    expect(bench.simulation.control.pendingTransfers()).toBe(4);
    expect(bench.simulation.calm()?.jams).toMatchObject([{ locked: 2 }]);
    bench.clock.advanceTo(34_100);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
  });
});
