import { expect, it } from 'vitest';
import type { TopologyGenerator } from '../../src/ports/topology.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { nodeNamesOf } from '../../src/scenario/check-names.ts';
import { corePeriphery } from '../../src/topology/generators/core-periphery.ts';
import { explicitChannels } from '../../src/topology/generators/explicit-channels.ts';
import { randomRegular } from '../../src/topology/generators/random-regular.ts';
import { grid, line, star } from '../../src/topology/generators/regular-networks.ts';
import { scaleFree } from '../../src/topology/generators/scale-free.ts';
import { smallWorld } from '../../src/topology/generators/small-world.ts';

const chance = createRandomSource('names').stream('topology');

it.each([
  ['line', { kind: 'line', nodes: 4 }, line],
  ['star', { kind: 'star', spokes: 4 }, star],
  ['grid', { kind: 'grid', rows: 2, columns: 3 }, grid],
  ['scale-free', { kind: 'scale-free', nodes: 9, channelsPerNode: 2 }, scaleFree],
  ['small-world', { kind: 'small-world', nodes: 9, neighbours: 2, rewiring: 0.5 }, smallWorld],
  ['random-regular', { kind: 'random-regular', nodes: 8, degree: 3 }, randomRegular],
  ['core-periphery', { kind: 'core-periphery', core: 3, periphery: 4, links: 2 }, corePeriphery],
  [
    'channels',
    { kind: 'channels', channels: [{ between: ['b', 'a'], deposits: [1n, 2n] }] },
    explicitChannels,
  ],
] as const)('the names known for a %s are those its generator gives', (_kind, spec, generator) => {
  const { nodes } = (generator as unknown as TopologyGenerator).generate(spec, chance);
  expect([...(nodeNamesOf(spec) ?? [])].sort()).toEqual(nodes.map(({ name }) => name).sort());
});

it('the names in a snapshot are not known before it is loaded', () => {
  expect(nodeNamesOf({ kind: 'snapshot', file: 'a.edgelist', format: 'edge-list' })).toBeUndefined();
});
