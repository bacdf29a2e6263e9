import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/runtime/event-queue.ts';

describe('an event queue', () => {
  it('is empty at first: no next time, nothing to pop', () => {
    const queue = new EventQueue<() => void>();
    expect([queue.size, queue.nextTime, queue.pop()]).toEqual([0, Number.POSITIVE_INFINITY, undefined]);
  });

  it('hands out events by time and those of the same time in the order they came', () => {
    const queue = new EventQueue<() => void>();
    const fired: string[] = [];
    for (const [time, name] of [
      [2, 'c'],
      [1, 'a'],
      [2, 'd'],
      [1, 'b'],
    ] as const)
      queue.push(time, () => fired.push(name));
    while (queue.size > 0) queue.pop()?.();
    expect(fired).toEqual(['a', 'b', 'c', 'd']);
  });

  it('agrees with a stable sort, whatever is pushed and popped in between', () => {
    // A number pushes an event of that time, null pops one.
    const script = fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { maxLength: 200 });
    const property = fc.property(script, (actions) => {
      const queue = new EventQueue<() => void>();
      const pending: { time: number; id: number }[] = [];
      const popped: number[] = [];
      actions.forEach((time, id) => {
        if (time !== null) {
          queue.push(time, () => popped.push(id));
          pending.push({ time, id });
          return;
        }
        queue.pop()?.();
        pending.sort((one, other) => one.time - other.time || one.id - other.id);
        const expected = pending.shift();
        if (expected) expect(popped.at(-1)).toBe(expected.id);
      });
      expect(queue.size).toBe(pending.length);
    });
    fc.assert(property);
  });
});
