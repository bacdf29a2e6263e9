import { describe, expect, it } from 'vitest';
import { inOrder } from '../../../src/jobs/check/in-order.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const begun: number[] = [];
  const release = new Map<number, (result: string) => void>();
  const work = (item: number): Promise<string> => {
    begun.push(item);
    return new Promise((resolve) => {
      release.set(item, resolve);
    });
  };
  return { begun, release, work };
}

describe('work on several items at once', () => {
  it('comes in the order of the items, whichever ends first', async () => {
    const { begun, release, work } = heldWork();
    const results = inOrder([1, 2, 3, 4], 2, work);
    const first = results.next();
    await Promise.resolve();
    expect(begun).toEqual([1, 2]);
    release.get(2)?.('b');
    release.get(1)?.('a');
    expect((await first).value).toEqual({ item: 1, result: 'a' });
    expect((await results.next()).value).toEqual({ item: 2, result: 'b' });
    expect(begun).toEqual([1, 2, 3]);
  });

  it('is waited for when nobody wants its result any more', async () => {
    const { release, work } = heldWork();
    const results = inOrder([1, 2], 2, work);
    const first = results.next();
    release.get(1)?.('a');
    await first;
    let isOver = false;
    const over = results.return(undefined).then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    release.get(2)?.('b');
    await over;
    expect(isOver).toBe(true);
  });
});
