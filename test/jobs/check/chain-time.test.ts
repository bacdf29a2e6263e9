import { describe, expect, it } from 'vitest';
import { ChainTime } from '../../../src/jobs/check/chain-time.ts';

describe('how long calls take that wait for blocks', () => {
  it('is found out after a sixth of the time, and cut off by its end', () => {
    const time = new ChainTime({ isKnown: false });
    expect([time.choice(60_000, 60_000), time.choice(50_001, 60_000)]).toEqual(['left-out', 'left-out']);
    expect(time.leftOutMs).toBeUndefined();
    expect(time.choice(50_000, 60_000)).toBe('asked-until-the-end');
    time.learnCut(49_000);
    expect(time.leftOutMs).toBe(49_000);
  });

  it('is nothing to be found out where blocks are simulated', () => {
    expect(new ChainTime({ isKnown: true }).choice(1, 60_000)).toBe('asked');
  });
});
