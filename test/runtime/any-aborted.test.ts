import { describe, expect, it } from 'vitest';
import { anyAborted } from '../../src/runtime/unless-aborted.ts';

describe('a joined signal', () => {
  it('is aborted when one of its signals is, and those that are absent do not matter', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const joined = anyAborted([one.signal, undefined, other.signal]);
    expect(joined.aborted).toBe(false);
    other.abort();
    expect(joined.aborted).toBe(true);
  });

  it('warns of nothing when every operation under way listens', async () => {
    const warnings: Error[] = [];
    const heed = (warning: Error) => warnings.push(warning);
    process.on('warning', heed);
    try {
      const joined = anyAborted([new AbortController().signal]);
      for (let count = 0; count < 30; count += 1) joined.addEventListener('abort', () => {});
      // Warnings are told at the next turn of the loop.
      await new Promise(setImmediate);
    } finally {
      process.off('warning', heed);
    }
    expect(warnings).toEqual([]);
  });
});
