import { describe, expect, it } from 'vitest';
import type { Structure } from '../../src/ports/topology.ts';
import { bestConnected } from '../../src/topology/generators/snapshot.ts';
import { channelsOf } from './structure-fixture.ts';

function structure(...pairs: string[]): Structure {
  const ends = pairs.map((pair) => pair.split('-') as [string, string]);
  const names = [...new Set(ends.flat())];
  return {
    nodes: names.map((name) => ({ name })),
    channels: ends.map(([one, other]) => ({ between: [names.indexOf(one), names.indexOf(other)] })),
  };
}

describe('the best-connected part', () => {
  it.each([
    ['keeps the nodes with the most channels', ['a-b', 'a-c', 'a-d', 'b-c', 'd-e'], 3, ['a-b', 'a-c', 'b-c']],
    ['decides by name between nodes with as many channels', ['d-a', 'c-a', 'b-a'], 3, ['c-a', 'b-a']],
    [
      'leaves out what is apart from the largest part',
      ['x-y', 'a-b', 'b-c', 'c-a'],
      5,
      ['a-b', 'b-c', 'c-a'],
    ],
    ['takes the first of several largest parts', ['x-y', 'a-b'], 4, ['x-y']],
    ['is everything connected when it may have more nodes', ['a-b', 'b-c'], 100, ['a-b', 'b-c']],
  ])('%s', (_what, pairs, take, kept) => {
    expect(channelsOf(bestConnected(structure(...pairs), take))).toEqual(kept);
  });
});
