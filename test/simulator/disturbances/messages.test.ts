import { describe, expect, it } from 'vitest';
import type { MessageFaults } from '../../../src/model/disturbances/disturbance.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';
import { faultyLatency } from '../../../src/simulator/disturbances/message-faults.ts';
import { testBench } from '../../world/test-bench.ts';

const LINE = 'a 100 - 100 b 100 - 100 c';

// How long many messages take that take 100 ms by themselves.
function delays(faults: MessageFaults): { readonly ms: readonly number[]; readonly lost: number } {
  const counts = { sent: 0, lost: 0, late: 0 };
  const draw = faultyLatency(faults, () => 100, createRandomSource('1'), counts);
  const ms = Array.from({ length: 10_000 }, draw);
  return { ms, lost: counts.lost };
}

describe('messages', () => {
  it('that are lost arrive with a repetition after 5, 15, 35, 75, 135 s and then every minute', () => {
    const { ms, lost } = delays({ loss: 0.5 });
    const seconds = [...new Set(ms)].sort((one, other) => one - other).slice(0, 7);
    expect(seconds).toEqual([100, 5100, 15_100, 35_100, 75_100, 135_100, 195_100]);
    // Half of all arrive at once, and one is lost for each that arrives.
    expect(ms.filter((each) => each === 100).length / ms.length).toBeCloseTo(0.5, 1);
    expect(lost / ms.length).toBeCloseTo(1, 1);
  });

  it('that are late take as much longer as is drawn', () => {
    const { ms } = delays({ loss: 0, late: { share: 0.25, by: { kind: 'fixed', ms: 2000 } } });
    expect(new Set(ms)).toEqual(new Set([100, 2100]));
    expect(ms.filter((each) => each === 2100).length / ms.length).toBeCloseTo(0.25, 1);
  });

  it('make payments late, or let their locks expire, and nothing stays locked', async () => {
    const bench = testBench(LINE, { disturbances: { messages: { loss: 0.3 } } });
    const answers = [];
    for (let payment = 0; payment < 60; payment += 1) {
      const beganMs = bench.clock.nowMs();
      const answer = await bench.settle(bench.pay('a', 'c', 1n));
      const tookMs = bench.clock.nowMs() - beganMs;
      answers.push(answer.kind === 'ok' ? (tookMs < 1000 ? 'at once' : 'late') : 'expired');
    }
    expect(new Set(answers)).toEqual(new Set(['at once', 'late', 'expired']));
    await bench.rest();
    const [left, passedOn] = [bench.balances('a', 'b')[0], bench.balances('b', 'c')[0]];
    expect(left).toBe(passedOn);
    expect(100n - left).toBeGreaterThanOrEqual(BigInt(answers.filter((each) => each !== 'expired').length));
    expect(bench.simulation.calm()?.messages.lost).toBeGreaterThan(20);
  });
});
