import { describe, expect, it } from 'vitest';
import { mergeChannels } from '../../src/topology/merge-channels.ts';

describe('merging channels', () => {
  it('adds up the capacities of channels between the same nodes, at the place of the first', () => {
    const merged = mergeChannels(
      [
        { between: [0, 1], capacity: 5n },
        { between: [2, 0], capacity: 1n },
        { between: [1, 0], capacity: 7n },
      ],
      3,
    );
    expect(merged).toEqual([
      { between: [0, 1], capacity: 12n },
      { between: [2, 0], capacity: 1n },
    ]);
  });

  it('adds deposits to the end they belong to, also when the other channel runs the other way', () => {
    const merged = mergeChannels(
      [
        { between: [0, 1], deposits: [10n, 1n] },
        { between: [1, 0], deposits: [2n, 20n] },
      ],
      2,
    );
    expect(merged).toEqual([{ between: [0, 1], deposits: [30n, 3n] }]);
  });

  it('keeps what is known when one of them says nothing about its money', () => {
    expect(mergeChannels([{ between: [0, 1] }, { between: [0, 1], capacity: 4n }], 2)).toEqual([
      { between: [0, 1], capacity: 4n },
    ]);
    expect(mergeChannels([{ between: [0, 1] }, { between: [1, 0] }], 2)).toEqual([{ between: [0, 1] }]);
  });
});
