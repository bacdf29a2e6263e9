import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { makeRoomInHeap } from '../../src/runtime/v8-flags.ts';

const MIB = 2 ** 20;
const EACH = 4096;

describe('a heap that room was made in', () => {
  it('is not collected in full before it holds as much', async () => {
    // Room is made beside what is in use, and other tests have left garbage: the first time takes that away.
    for (let times = 0; times < 2; times += 1) makeRoomInHeap(getHeapStatistics().used_heap_size / MIB + 400);
    // Kept alive by nothing, and gone with the next full collection.
    const witness = new WeakRef({});
    await setImmediate();
    // More than V8 alone would wait for.
    const some = Array.from({ length: EACH }, (_, at) => at + 0.5);
    const held: number[][] = [];
    while (held.length * EACH * 8 < 240 * MIB) held.push(some.slice());
    expect(witness.deref()).toBeDefined();
  });
});
