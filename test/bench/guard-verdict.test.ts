import { describe, expect, it } from 'vitest';
import { guardLine, raisedMaximums } from '../../bench/guard-verdict.ts';

const uses = (...cpu: readonly number[]) =>
  cpu.map((seconds) => ({ cpu: seconds, memory: 100, collections: 40 }));

describe('the guard', () => {
  it('compares medians, so that one slow round of five exceeds nothing', () => {
    const [cpu, memory] = guardLine(
      'plan',
      { reference: uses(1, 1, 1, 1, 1), now: uses(1, 9, 1.05, 1, 1.1) },
      { cpu: 1.08, memory: 1, collections: 1 },
    );
    expect(cpu).toMatchObject({ measure: 'cpu', reference: 1, now: 1.05, isExceeded: false });
    expect(memory).toMatchObject({ measure: 'memory', ratio: 1, isExceeded: false });
  });

  it('finds a ratio above its maximum, and a measure that is missing', () => {
    const slower = { reference: uses(1), now: uses(1.1) };
    expect(guardLine('plan', slower, { cpu: 1.08, memory: 1, collections: 1 })[0]?.isExceeded).toBe(true);
    expect(
      guardLine('plan', { reference: uses(1), now: [] }, { cpu: 1.08, memory: 1, collections: 1 })[1]
        ?.isExceeded,
    ).toBe(true);
  });

  it('takes no measure of nothing for a small one', () => {
    const silent = { reference: uses(1), now: uses(1).map((use) => ({ ...use, collections: 0 })) };
    expect(guardLine('plan', silent, { cpu: 2, memory: 2, collections: 2 })[2]?.isExceeded).toBe(true);
    expect(guardLine('plan', silent, { cpu: 2, memory: 2 })[2]?.isExceeded).toBe(true);
  });

  it('refuses a maximum that was lower before, unless the reference is another commit', () => {
    const earlier = { commit: 'a', most: { plan: { cpu: 1, memory: 1.2 }, load: { cpu: 1, memory: 1 } } };
    const most = { plan: { cpu: 1.1, memory: 1.1 } };
    expect(raisedMaximums({ commit: 'a', most }, [earlier])).toEqual([
      'plan, cpu: 1.1, was 1',
      'load, cpu: none, was 1',
      'load, memory: none, was 1',
    ]);
    const more = { plan: { cpu: 1, memory: 1.2, collections: 3 }, load: { cpu: 1, memory: 1 } };
    expect(raisedMaximums({ commit: 'a', most: more }, [earlier])).toEqual([]);
    expect(raisedMaximums({ commit: 'b', most }, [earlier])).toEqual([]);
  });
});
