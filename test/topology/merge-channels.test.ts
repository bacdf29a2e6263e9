import { describe, expect, it } from 'vitest';
import { mergeChannels } from '../../src/topology/merge-channels.ts';

describe('merging channels', () => {
  it('adds up the capacities of channels between the same nodes, at the place of the first', () => {
    const merged = mergeChannels([
      { between: ['a', 'b'], capacity: 5n },
      { between: ['c', 'a'], capacity: 1n },
      { between: ['b', 'a'], capacity: 7n },
    ]);
    expect(merged).toEqual([
      { between: ['a', 'b'], capacity: 12n },
      { between: ['c', 'a'], capacity: 1n },
    ]);
  });

  it('adds deposits to the end they belong to, also when the other channel runs the other way', () => {
    const merged = mergeChannels([
      { between: ['a', 'b'], deposits: [10n, 1n] },
      { between: ['b', 'a'], deposits: [2n, 20n] },
    ]);
    expect(merged).toEqual([{ between: ['a', 'b'], deposits: [30n, 3n] }]);
  });

  it('keeps what is known when one of them says nothing about its money', () => {
    expect(mergeChannels([{ between: ['a', 'b'] }, { between: ['a', 'b'], capacity: 4n }])).toEqual([
      { between: ['a', 'b'], capacity: 4n },
    ]);
    expect(mergeChannels([{ between: ['a', 'b'] }, { between: ['b', 'a'] }])).toEqual([
      { between: ['a', 'b'] },
    ]);
  });
});
