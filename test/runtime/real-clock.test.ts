import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDate, RealClock } from '../../src/runtime/real-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a real clock', () => {
  it('counts from its creation', () => {
    const clock = new RealClock();
    vi.advanceTimersByTime(1_500);
    expect(clock.nowMs()).toBeCloseTo(1_500);
  });

  it('fires after the delay, not before, and not when cancelled', () => {
    const clock = new RealClock();
    const seen: string[] = [];
    clock.schedule(100, () => seen.push('kept'));
    clock.schedule(100, () => seen.push('cancelled')).cancel();
    vi.advanceTimersByTime(99);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['kept']);
  });

  it('runs faster by its speed', () => {
    const clock = new RealClock({ speed: 10 });
    let firedAtMs = Number.NaN;
    clock.schedule(1_000, () => {
      firedAtMs = clock.nowMs();
    });
    vi.advanceTimersByTime(100);
    expect(firedAtMs).toBeCloseTo(1_000);
  });

  it('waits longer than a timer of Node can', () => {
    const clock = new RealClock();
    const days = 24 * 3_600_000;
    let fired = false;
    clock.schedule(40 * days, () => {
      fired = true;
    });
    vi.advanceTimersByTime(39 * days);
    expect(fired).toBe(false);
    vi.advanceTimersByTime(days);
    expect(fired).toBe(true);
  });

  it('tells the date in ISO 8601', () => {
    vi.setSystemTime(0);
    expect(currentDate()).toBe('1970-01-01T00:00:00.000Z');
  });
});
