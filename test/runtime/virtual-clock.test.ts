import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';

describe('a virtual clock', () => {
  it('stands still until it is advanced', () => {
    const clock = new VirtualClock();
    clock.schedule(10, () => {});
    expect(clock.nowMs()).toBe(0);
    clock.advanceTo(25);
    expect(clock.nowMs()).toBe(25);
  });

  it('shows each event the time it was due', () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const delayMs of [30, 10, 20]) clock.schedule(delayMs, () => seen.push(clock.nowMs()));
    clock.advanceTo(100);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('fires events due exactly at the end and leaves later ones', () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const delayMs of [5, 6]) clock.schedule(delayMs, () => seen.push(delayMs));
    clock.advanceTo(5);
    expect([seen, clock.nextEventMs]).toEqual([[5], 6]);
  });

  it('fires what an event schedules for the same moment, after what was already due then', () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.schedule(1, () => {
      seen.push('first');
      clock.schedule(0, () => seen.push('third'));
    });
    clock.schedule(1, () => seen.push('second'));
    clock.advanceTo(1);
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('never fires a cancelled event', () => {
    const clock = new VirtualClock();
    let fired = false;
    clock
      .schedule(1, () => {
        fired = true;
      })
      .cancel();
    clock.advanceTo(2);
    expect(fired).toBe(false);
  });

  it('takes negative and unusable delays as none', () => {
    const clock = new VirtualClock();
    clock.advanceTo(7);
    const seen: number[] = [];
    for (const delayMs of [-5, Number.NaN, Number.POSITIVE_INFINITY])
      clock.schedule(delayMs, () => seen.push(clock.nowMs()));
    clock.advanceTo(7);
    expect(seen).toEqual([7, 7, 7]);
  });

  it('lets code that awaits an answer go on before the next event', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const answer = new Promise<void>((resolve) => {
      clock.schedule(1, () => clock.answer(resolve));
    });
    const conversation = answer
      .then(() => Promise.resolve())
      .then(() => seen.push(`told at ${clock.nowMs()}`));
    clock.schedule(2, () => seen.push('event at 2'));
    await clock.runUntil(() => false);
    await conversation;
    expect(seen).toEqual(['told at 1', 'event at 2']);
  });

  it('stops running as soon as it is done, and when nothing is left', async () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const delayMs of [1, 2, 3]) clock.schedule(delayMs, () => seen.push(delayMs));
    await clock.runUntil(() => seen.length === 2);
    expect([seen, clock.nowMs()]).toEqual([[1, 2], 2]);
    await clock.runUntil(() => false);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('never goes back, whatever is scheduled from within events', () => {
    const property = fc.property(fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 40 }), (delays) => {
      const clock = new VirtualClock();
      const seen: number[] = [];
      const left = [...delays];
      const next = (): void => {
        seen.push(clock.nowMs());
        for (const delayMs of left.splice(0, 2)) clock.schedule(delayMs, next);
      };
      clock.schedule(0, next);
      clock.advanceTo(1_000);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(left).toEqual([]);
    });
    fc.assert(property);
  });
});
