import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { channelsOf, componentsOf, structureOf } from '../structure-fixture.ts';

const LIGHTNING = new URL('../../../scenarios/data/lnd_july15_2019.edgelist', import.meta.url);

const edgeList = (text: string, take?: number) =>
  structureOf({ kind: 'snapshot', file: 'a', format: 'edge-list', text, ...(take && { take }) });

describe('a snapshot', () => {
  it('is read as an edge list or as graphology JSON', () => {
    expect(channelsOf(edgeList('x y\n'))).toEqual(['x-y']);
    const text = '{"nodes":[{"key":"x"},{"key":"y"}],"edges":[{"source":"y","target":"x"}]}';
    expect(channelsOf(structureOf({ kind: 'snapshot', file: 'a', format: 'graphology', text }))).toEqual([
      'y-x',
    ]);
  });

  it('keeps the best-connected part when asked to', () => {
    expect(channelsOf(edgeList('a b\na c\nb c\nc d\n', 3))).toEqual(['a-b', 'a-c', 'b-c']);
  });

  it('may begin with the byte order mark that Windows editors write', () => {
    expect(channelsOf(edgeList('\uFEFFx y\n'))).toEqual(['x-y']);
  });

  it('without its text is our own mistake', () => {
    expect(() => structureOf({ kind: 'snapshot', file: 'a', format: 'edge-list' })).toThrow('was not loaded');
  });

  it('of Lightning in July 2019 has 5,630 nodes and 34,069 channels', () => {
    const text = readFileSync(LIGHTNING, 'utf8');
    const whole = edgeList(text);
    expect([whole.nodes.length, whole.channels.length]).toEqual([5_630, 34_069]);
    expect(whole.channels.every(({ capacity }) => capacity !== undefined && capacity > 0n)).toBe(true);
    const part = edgeList(text, 100);
    expect(part.nodes.length).toBeLessThanOrEqual(100);
    expect(componentsOf(part)).toBe(1);
  });
});
