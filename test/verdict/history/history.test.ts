import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sinceBefore } from '../../../src/verdict/history/history.ts';
import { entryOf } from '../hand-made-run.ts';

const entries = (identifiers: readonly number[]) =>
  identifiers.map((identifier) => entryOf('alice', BigInt(identifier), 1n));

describe('what came to a history', () => {
  it('is what stands behind what stood there before', () => {
    expect(sinceBefore(entries([1, 2]), entries([1, 2, 3]))).toEqual({ added: entries([3]), lost: [] });
  });

  it('is no less where an entry of before is lost', () => {
    expect(sinceBefore(entries([1, 2]), entries([2, 3]))).toEqual({
      added: entries([3]),
      lost: entries([1]),
    });
  });

  it('is the same in whatever order it is shown', () => {
    const some = fc.array(fc.nat(5), { maxLength: 6 });
    fc.assert(
      fc.property(some, some, (before, after) => {
        const { added, lost } = sinceBefore(entries(before), entries([...after, ...before]));
        const inOrder = (list: readonly object[]) =>
          list.map((one) => JSON.stringify(one, bigints)).toSorted();
        expect(inOrder(added)).toEqual(inOrder(entries(after)));
        expect(lost).toEqual([]);
      }),
    );
  });
});

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
