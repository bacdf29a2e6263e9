import { describe, expect, it } from 'vitest';
import { WatchSteps } from '../../../src/model/load/growing-steps.ts';

const level = (depletedEnds: number) => ({ depletedEnds, pending: 0, unread: 0 });

describe('what is watched against time', () => {
  it('keeps until the next look what the last one showed', () => {
    const watched = new WatchSteps(level(0));
    watched.read(level(1), 1_500);
    watched.read(level(3), 4_200);
    expect(watched.steps.map(({ depletedEnds }) => depletedEnds)).toEqual([0, 1, 1, 1, 3]);
  });

  it('loses no failure of a day, in bounded memory', () => {
    const watched = new WatchSteps(level(0));
    for (let second = 0; second < 86_400; second += 10) watched.count('shortOfMoney', second * 1000);
    watched.read(level(2), 86_400_000);
    expect(watched.steps.length).toBeLessThanOrEqual(1_200);
    expect(watched.steps.reduce((sum, { shortOfMoney }) => sum + shortOfMoney, 0)).toBe(8_640);
    expect(watched.steps.at(-1)?.depletedEnds).toBe(2);
  });
});
