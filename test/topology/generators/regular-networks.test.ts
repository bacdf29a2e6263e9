import { describe, expect, it } from 'vitest';
import type { TopologySpec } from '../../../src/model/scenario/scenario.ts';
import { channelsOf, structureOf } from '../structure-fixture.ts';

// Every channel as `one-other`.
const SHAPES: Readonly<Record<string, readonly [spec: TopologySpec, channels: string]>> = {
  'a line connects each node with the next': [{ kind: 'line', nodes: 4 }, 'n1-n2 n2-n3 n3-n4'],
  'a ring is a line whose ends meet': [{ kind: 'ring', nodes: 3 }, 'n1-n2 n2-n3 n3-n1'],
  'a star connects the hub with every spoke': [
    { kind: 'star', spokes: 3 },
    'hub-spoke1 hub-spoke2 hub-spoke3',
  ],
  'a complete network connects every two nodes once': [
    { kind: 'complete', nodes: 4 },
    'n1-n2 n1-n3 n1-n4 n2-n3 n2-n4 n3-n4',
  ],
  'a grid connects each node with those to the right and below': [
    { kind: 'grid', rows: 2, columns: 2 },
    'r1c1-r1c2 r1c1-r2c1 r1c2-r2c2 r2c1-r2c2',
  ],
};

describe('regular networks', () => {
  it.each(Object.entries(SHAPES))('%s', (_what, [spec, channels]) => {
    expect(channelsOf(structureOf(spec)).join(' ')).toBe(channels);
  });
});
