import { describe, expect, it } from 'vitest';
import { allocatedIn } from '../../bench/command-cost.ts';
import { guardLine, raisedMaximums } from '../../bench/guard-verdict.ts';

const uses = (...cpu: readonly number[]) =>
  cpu.map((seconds) => ({ cpu: seconds, memory: 100, allocated: 40 }));

describe('the guard', () => {
  it('compares medians, so that one slow round of five exceeds nothing', () => {
    const [cpu, memory] = guardLine(
      'plan',
      { reference: uses(1, 1, 1, 1, 1), now: uses(1, 9, 1.05, 1, 1.1) },
      { cpu: 1.08, memory: 1, allocated: 1 },
    );
    expect(cpu).toMatchObject({ measure: 'cpu', reference: 1, now: 1.05, isExceeded: false });
    expect(memory).toMatchObject({ measure: 'memory', ratio: 1, isExceeded: false });
  });

  it('finds a ratio above its maximum, and a measure that is missing', () => {
    const slower = { reference: uses(1), now: uses(1.1) };
    expect(guardLine('plan', slower, { cpu: 1.08, memory: 1, allocated: 1 })[0]?.isExceeded).toBe(true);
    expect(
      guardLine('plan', { reference: uses(1), now: [] }, { cpu: 1.08, memory: 1, allocated: 1 })[1]
        ?.isExceeded,
    ).toBe(true);
  });

  it('takes no measure of nothing for a small one', () => {
    const silent = { reference: uses(1), now: uses(1).map((use) => ({ ...use, allocated: 0 })) };
    expect(guardLine('plan', silent, { cpu: 2, memory: 2, allocated: 2 })[2]?.isExceeded).toBe(true);
    expect(guardLine('plan', silent, { cpu: 2, memory: 2 })[2]?.isExceeded).toBe(true);
  });

  it('compares the least that any round allocated', () => {
    const now = uses(1, 1, 1).map((use, at) => ({ ...use, allocated: at === 1 ? 40 : 160 }));
    expect(guardLine('load', { reference: uses(1), now }, { allocated: 1 })[2]).toMatchObject({ ratio: 1 });
  });

  it('counts what each collection found beyond what the one before it left, for each thread', () => {
    const trace = `[7:0x1a] 83 ms: Scavenge 6.2 (6.5) -> 5.8 (7.5) MB, 1.03 / 0.01 ms
[7:0x2b] 90 ms: Scavenge 4.0 (5.0) -> 1.0 (5.0) MB, 1.03 / 0.01 ms
1 of 2 done
[7:0x1a] 99 ms: Mark-Compact (reduce) 10.0 (12.0) -> 3.0 (7.5) MB, 2.1 / 0.01 ms
[7:0x1a] 120 ms: Scavenge 8.0 (9.0) -> 4.0 (9.0) MB, 1.03 / 0.01 ms
`;
    expect(allocatedIn(trace)).toBeCloseTo(6.2 + 4 + (10 - 5.8) + (8 - 3));
  });

  it('refuses a maximum that was lower before, unless the reference is another commit', () => {
    const earlier = { commit: 'a', most: { plan: { cpu: 1, memory: 1.2 }, load: { cpu: 1, memory: 1 } } };
    const most = { plan: { cpu: 1.1, memory: 1.1 } };
    expect(raisedMaximums({ commit: 'a', most }, [earlier])).toEqual([
      'plan, cpu: 1.1, was 1',
      'load, cpu: none, was 1',
      'load, memory: none, was 1',
    ]);
    const more = { plan: { cpu: 1, memory: 1.2, allocated: 3 }, load: { cpu: 1, memory: 1 } };
    expect(raisedMaximums({ commit: 'a', most: more }, [earlier])).toEqual([]);
    expect(raisedMaximums({ commit: 'b', most }, [earlier])).toEqual([]);
  });
});
