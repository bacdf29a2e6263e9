import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PacedClock } from '../../src/runtime/paced-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a paced clock', () => {
  it('fires events at the wall time their virtual time stands for', () => {
    const clock = new PacedClock({ speed: 100 });
    const seen: number[] = [];
    clock.schedule(5_000, () => seen.push(clock.nowMs()));
    vi.advanceTimersByTime(49);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(seen).toEqual([5_000]);
  });

  it('counts a delay from the wall, even long after the last event', () => {
    const clock = new PacedClock({ speed: 1 });
    vi.advanceTimersByTime(1_000);
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(Math.round(clock.nowMs())));
    vi.advanceTimersByTime(12);
    expect(seen).toEqual([1_010]);
  });

  it('tells the wall time, even long after the last event', () => {
    const clock = new PacedClock({ speed: 10 });
    vi.advanceTimersByTime(1_000);
    expect(Math.round(clock.nowMs())).toBe(10_000);
  });

  it('stands still while one piece of code runs, so that a slow machine changes nothing', async () => {
    const clock = new PacedClock({ speed: 1_000 });
    const seen: string[] = [];
    const startMs = clock.nowMs();
    clock.schedule(20, () => seen.push('delivered'));
    clock.schedule(100, () => seen.push('expired'));
    // The wall goes on by a second of its own, a thousand of ours.
    const stalled = performance.now() + 1_000;
    const wall = vi.spyOn(performance, 'now').mockReturnValue(stalled);
    clock.schedule(10, () => seen.push('sent'));
    expect(clock.nowMs()).toBe(startMs);
    expect(seen).toEqual([]);
    await Promise.resolve();
    clock.nowMs();
    expect(seen).toEqual(['sent', 'delivered', 'expired']);
    wall.mockRestore();
  });

  it('keeps exact virtual times and their order when a wall timer comes late', () => {
    const clock = new PacedClock({ speed: 1_000 });
    const seen: (readonly [string, number])[] = [];
    clock.schedule(10, () => {
      seen.push(['first', clock.nowMs()]);
      clock.schedule(5, () => seen.push(['from within', clock.nowMs()]));
    });
    clock.schedule(12, () => seen.push(['second', clock.nowMs()]));
    // Both are due 0.01 ms from now; the timer cannot come before a whole millisecond has passed.
    vi.advanceTimersByTime(2);
    expect(seen).toEqual([
      ['first', 10],
      ['second', 12],
      ['from within', 15],
    ]);
  });

  it('moves its alarm forward for an earlier event', () => {
    const clock = new PacedClock({ speed: 1 });
    const seen: string[] = [];
    clock.schedule(1_000, () => seen.push('late'));
    clock.schedule(10, () => seen.push('early'));
    vi.advanceTimersByTime(11);
    expect(seen).toEqual(['early']);
    vi.advanceTimersByTime(1_000);
    expect(seen).toEqual(['early', 'late']);
  });

  it('fires nothing after it was stopped', () => {
    const clock = new PacedClock({ speed: 1 });
    const seen: string[] = [];
    clock.schedule(10, () => seen.push('before'));
    clock.stop();
    clock.schedule(10, () => seen.push('after'));
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
