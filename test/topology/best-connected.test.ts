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
  it('keeps the nodes with the most channels and the channels between them', () => {
    const part = bestConnected(structure('a-b', 'a-c', 'a-d', 'b-c', 'd-e'), 3);
    expect(channelsOf(part)).toEqual(['a-b', 'a-c', 'b-c']);
  });

  it('decides by name between nodes with as many channels', () => {
    const part = bestConnected(structure('d-a', 'c-a', 'b-a'), 3);
    expect(channelsOf(part)).toEqual(['c-a', 'b-a']);
  });

  it('leaves out what is not connected with the largest part', () => {
    const part = bestConnected(structure('x-y', 'a-b', 'b-c', 'c-a'), 5);
    expect(part.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('takes the one that comes first of several largest parts', () => {
    expect(channelsOf(bestConnected(structure('x-y', 'a-b'), 4))).toEqual(['x-y']);
  });

  it('is everything connected when more nodes are asked for than there are', () => {
    expect(channelsOf(bestConnected(structure('a-b', 'b-c'), 100))).toEqual(['a-b', 'b-c']);
  });
});
