import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sinceBefore } from '../../../src/verdict/history/history.ts';
import type { NamedEntry } from '../../../src/verdict/facts/facts.ts';

const entries = (identifiers: readonly number[]): readonly NamedEntry[] =>
  identifiers.map((identifier) => ({
    event: 'sent',
    token: 'DAI',
    partner: 'bob',
    identifier: `${identifier}`,
    value: '1',
    logTime: '',
  }));

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
    const property = fc.property(some, some, (before, after) => {
      const { added, lost } = sinceBefore(entries(before), entries([...after, ...before]));
      const inOrder = (list: readonly NamedEntry[]) =>
        list.map(({ identifier }) => Number(identifier)).toSorted((one, other) => one - other);
      expect(inOrder(added)).toEqual(inOrder(entries(after)));
      expect(lost).toEqual([]);
    });
    fc.assert(property);
  });
});
