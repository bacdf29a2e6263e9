import { describe, expect, it } from 'vitest';
import { mergeChannels, type StructureChannel } from '../../src/topology/merge-channels.ts';

describe('merging channels', () => {
  it.each<[string, StructureChannel[], StructureChannel[]]>([
    [
      'adds up the capacities of channels between the same nodes, at the place of the first',
      [
        { between: [0, 1], capacity: 5n },
        { between: [2, 0], capacity: 1n },
        { between: [1, 0], capacity: 7n },
      ],
      [
        { between: [0, 1], capacity: 12n },
        { between: [2, 0], capacity: 1n },
      ],
    ],
    [
      'adds deposits to the end they belong to, also when the other channel runs the other way',
      [
        { between: [0, 1], deposits: [10n, 1n] },
        { between: [1, 0], deposits: [2n, 20n] },
      ],
      [{ between: [0, 1], deposits: [30n, 3n] }],
    ],
    [
      'takes mirrored deposits as those of one channel, also where one direction knows its own end only',
      [
        { between: [0, 1], deposits: [4n, undefined] },
        { between: [1, 0], deposits: [6n, 4n] },
      ],
      [{ between: [0, 1], deposits: [4n, 6n] }],
    ],
    [
      'keeps what is known when one of them says nothing about its money',
      [{ between: [0, 1] }, { between: [0, 1], capacity: 4n }],
      [{ between: [0, 1], capacity: 4n }],
    ],
    [
      'knows nothing when neither says anything',
      [{ between: [0, 1] }, { between: [1, 0] }],
      [{ between: [0, 1] }],
    ],
  ])('%s', (_what, channels, merged) => {
    expect(mergeChannels(channels, 3).channels).toEqual(merged);
  });

  it('takes two edges that run against each other with one capacity as the directions of one channel, and says so', () => {
    const edges = [
      { between: [0, 1], capacity: 5n },
      { between: [0, 1], capacity: 7n },
      { between: [1, 0], capacity: 7n },
      { between: [1, 0], capacity: 5n },
    ] as const;
    expect(mergeChannels(edges, 2)).toEqual({
      channels: [{ between: [0, 1], capacity: 12n }],
      notes: [
        'edges that run against another one of the same capacity, taken as its other direction: 2',
        'edges beside another one of the same two nodes, added to it: 1',
      ],
    });
    const undirected = edges.map((edge) => ({ ...edge, isUndirected: true }));
    expect(mergeChannels(undirected, 2).channels).toEqual([{ between: [0, 1], capacity: 24n }]);
  });
});
