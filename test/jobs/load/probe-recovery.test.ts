import { describe, expect, it } from 'vitest';
import { type ProbedLoad, probeRecovery } from '../../../src/jobs/load/probe-recovery.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { dueAt, step, unanswered } from '../../world/records.ts';
import { world } from '../../world/world.ts';

const NETWORK = world('a 1000 - 10 b, c 9000 - 9000 d');

/** What a load has paid from a to b: 5 tokens each, in so many milliseconds. */
function payments(...tookMs: readonly number[]): readonly OperationRecord[] {
  return tookMs.map((ms, id) => dueAt([0, ms], { id, node: 'a', target: 'b', amount: 5n }));
}

/** Probes a small network, after `prepare`, on its own clock. */
async function probed({
  prepare = () => {},
  network = NETWORK,
  hurryAfterMs,
  ...parts
}: Partial<ProbedLoad> & {
  readonly network?: typeof NETWORK;
  /** Counted from the first payment: nothing more is waited for. */
  readonly hurryAfterMs?: number;
  readonly prepare?: (bench: ReturnType<typeof testBench>) => void | Promise<void>;
} = {}) {
  const bench = testBench(network, { protocol: { hopLatency: { kind: 'fixed', ms: 10 } } });
  await prepare(bench);
  const { simulation, clock } = bench;
  const hurry = new AbortController();
  const { header } = loadRun();
  const asked: ProbedLoad = {
    header,
    records: payments(20, 20_000),
    start: NETWORK,
    end: NETWORK,
    connections: {
      preparers: {
        ...simulation,
        node(name) {
          if (hurryAfterMs !== undefined) clock.schedule(hurryAfterMs, () => hurry.abort());
          return simulation.node(name);
        },
      },
    },
    clock,
    signal: undefined,
    hurry: hurry.signal,
    ...parts,
  };
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
  };
  const judged = await runUntilDone(clock, probeRecovery(asked, look));
  return { ...judged, looks, bench };
}

describe('probing a target after its load', () => {
  it('takes a pair for well that pays at all, where no payment of the load says how fast it is', async () => {
    const outcome = { ...unanswered('interrupted'), resolved: 'unknown' } as const;
    const { check } = await probed({
      records: payments(3).map((record) => ({ ...record, outcome })),
      prepare: ({ simulation }) => simulation.control.setHopLatency(800),
    });
    expect(check).toMatchObject({ name: 'recovery', verdict: 'holds' });
  });

  it.each([
    [700, 'holds'],
    [0, 'violated'],
  ])('does not hold against a target that the scenario left a node %d ms slower', async (byMs, verdict) => {
    const slow = step({ kind: 'slow', node: 'b', byMs });
    const { check } = await probed({
      records: [slow, ...payments(20, 20_000)],
      prepare: ({ simulation }) => simulation.control.setHopLatency(500),
    });
    expect(check.verdict).toBe(verdict);
  });

  it('finds one that is well at once, by a payment such as those of the load', async () => {
    const { check, findings, bench } = await probed();
    expect(check).toMatchObject({ name: 'recovery', verdict: 'holds' });
    expect(check.detail).toMatch(/^1 of the load's own pairs paid as fast as before within \d+ ms$/);
    expect(findings).toEqual([]);
    expect(bench.balances('a', 'b')).toEqual([995n, 15n]);
  });

  it('makes a finding of one that does not come back', async () => {
    const { check, findings, looks } = await probed({
      prepare: ({ simulation }) => simulation.control.stop('b'),
    });
    expect(check.verdict).toBe('violated');
    expect(findings).toMatchObject([{ check: 'recovery', severity: 'difference', node: 'a' }]);
    expect(looks).toBeGreaterThan(0);
  });

  it('does not call a network well whose own pairs cannot pay, though richer ones can', async () => {
    const { check, bench } = await probed({
      prepare: async (prepared) => {
        prepared.simulation.control.keepExpiredLocks();
        const late = prepared.pay('a', 'b', 5n);
        prepared.simulation.control.stop('b');
        await prepared.settle(late);
        prepared.simulation.control.start('b');
      },
    });
    expect(check.verdict).toBe('violated');
    expect(check.detail).toBe('a cannot pay b 5 DAI as before: no answer yet');
    expect(bench.balances('c', 'd')).toEqual([9000n, 9000n]);
  });

  it('measures by what the pair took without load, and not by the queue it stood in', async () => {
    const { check } = await probed({ prepare: ({ simulation }) => simulation.control.setHopLatency(500) });
    expect(check.verdict).toBe('violated');
    expect(check.detail).toContain('250 ms would be well');
  });

  it.each([
    [100, 'holds'],
    [1_000, 'violated'],
  ] as const)(
    'lets a payment take as much longer as the load has made its way: %i ms a hop %s',
    async (hopMs, verdict) => {
      const detour = 'a 1000 - 1000 c 1000 - 1000 d 1000 - 1000 b';
      const [start, end] = [world(`a 1000 - 1000 b, ${detour}`), world(`a 0 - 2000 b, ${detour}`)];
      const { check } = await probed({
        records: payments(100),
        start,
        end,
        network: end,
        prepare: ({ simulation }) => simulation.control.setHopLatency(hopMs),
      });
      expect(check).toMatchObject({ name: 'recovery', verdict });
    },
  );

  describe('of a mediator whose fee depends on its balances', () => {
    const fees = { b: { flat: 0n, proportionalPpm: 0, imbalancePpm: 20_000 } };
    const network = world('a 30_000 - 30_000 b 30_000 - 30_000 c', { fees });
    const paid = {
      network,
      start: network,
      end: network,
      records: [dueAt([0, 600], { node: 'a', target: 'c', amount: 500n })],
    };

    it.each([
      // The service estimates by what is not locked, the mediator charges by all that it holds.
      ['b', 'a', 5_000n],
      // The payer has too little left.
      ['a', 'b', 29_800n],
    ] as const)(
      'expects no payment that locks from %s to %s make fail',
      async (payer, payee, lockedAmount) => {
        const channel = network.edges(payer, payee)[0] as string;
        const { check, findings } = await probed({
          ...paid,
          held: [{ channel, token: 'DAI', payer, payee, transfers: 1, lockedAmount }],
          prepare: async (bench) => {
            bench.simulation.control.keepExpiredLocks();
            const unknown = { secretHash: `0x${'1'.repeat(64)}` };
            await bench.settle(bench.pay(payer, payee, lockedAmount, unknown));
          },
        });
        expect(findings).toEqual([]);
        expect(check.verdict).toBe('not-checked');
      },
    );

    it('expects no payment that may fail because the service knows the curve of before a withdrawal', async () => {
      const withdrawn = 10_000n;
      const end = network.copy();
      end.updateEdgeAttributes(end.edges('a', 'b')[0], (channel) => ({
        ...channel,
        totalWithdraw: [withdrawn, 0n],
        balance: [channel.balance[0] - withdrawn, channel.balance[1]],
      }));
      const { findings } = await probed({
        ...paid,
        end,
        prepare: async (bench) => {
          await bench.settle(bench.update('a', 'b', { totalWithdraw: withdrawn }));
          bench.clock.advanceTo(bench.clock.nowMs() + 5_000);
        },
      });
      expect(findings).toEqual([]);
    });
  });

  it('does not blame a pair for the money that the probes themselves have spent', async () => {
    const end = world('a 12 - 998 b');
    const { check, findings } = await probed({
      end,
      start: end,
      network: end,
      prepare: ({ simulation }) => simulation.control.setHopLatency(500),
    });
    expect(findings).toEqual([]);
    expect(check).toMatchObject({
      verdict: 'not-checked',
      detail: expect.stringMatching(
        /^a has no money left to pay b 5 DAI once more: paid in \d+ ms, 250 ms would be well$/,
      ),
    });
  });

  it('does not call a network well whose nodes hold what they should have let go of', async () => {
    const { check, findings } = await probed({ stuck: '3 transfers are stuck' });
    expect(check).toMatchObject({ verdict: 'violated', detail: '3 transfers are stuck' });
    expect(findings).toHaveLength(1);
  });

  it('moves no money between others when the pairs of the load have none left', async () => {
    const end = world('a 0 - 1010 b');
    const { check, bench } = await probed({ end });
    expect(check).toMatchObject({
      verdict: 'not-checked',
      detail: 'no pair of the load is known to have money left to pay with',
    });
    expect(bench.balances('a', 'b')).toEqual([1000n, 10n]);
  });

  it('says nothing of one that nobody waited for, and asks it no further', async () => {
    const { check, findings } = await probed({
      hurryAfterMs: 4_000,
      prepare: ({ simulation }) => simulation.control.stop('b'),
    });
    expect(check).toMatchObject({ name: 'recovery', verdict: 'not-checked' });
    expect(check.detail).toMatch(/^not waited for; at last: /);
    expect(findings).toEqual([]);
  });

  it('does not wait for the answer to a probe either', async () => {
    const { check } = await probed({ hurryAfterMs: 1 });
    expect(check).toMatchObject({ verdict: 'not-checked', detail: 'not waited for; at last: no answer yet' });
  });
});
