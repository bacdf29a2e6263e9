import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TopologySpec } from '../../src/model/scenario/scenario.ts';
import { degreesOf, structureOf } from './structure-fixture.ts';

const some = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const chance = fc.double({ min: 0, max: 1, noNaN: true });

// Every parameter a kind accepts, small enough for hundreds of runs.
const SPECS: Readonly<
  Record<Exclude<TopologySpec['kind'], 'channels' | 'snapshot'>, fc.Arbitrary<TopologySpec>>
> = {
  line: fc.record({ kind: fc.constant('line'), nodes: some(1, 30) }),
  ring: fc.record({ kind: fc.constant('ring'), nodes: some(3, 30) }),
  star: fc.record({ kind: fc.constant('star'), spokes: some(1, 30) }),
  complete: fc.record({ kind: fc.constant('complete'), nodes: some(1, 15) }),
  grid: fc.record({ kind: fc.constant('grid'), rows: some(1, 6), columns: some(1, 6) }),
  random: fc.record({ kind: fc.constant('random'), nodes: some(1, 25), probability: chance }),
  'scale-free': some(2, 30).chain((nodes) =>
    fc.record({
      kind: fc.constant('scale-free'),
      nodes: fc.constant(nodes),
      channelsPerNode: some(1, nodes - 1),
    }),
  ),
  'small-world': some(3, 30).chain((nodes) =>
    fc.record({
      kind: fc.constant('small-world'),
      nodes: fc.constant(nodes),
      neighbours: some(1, Math.floor((nodes - 1) / 2)).map((half) => 2 * half),
      rewiring: chance,
    }),
  ),
  'random-regular': some(1, 20).chain((nodes) =>
    fc.record({
      kind: fc.constant('random-regular'),
      nodes: fc.constant(nodes),
      degree: some(0, nodes - 1).filter((degree) => (nodes * degree) % 2 === 0),
    }),
  ),
  'core-periphery': some(1, 8).chain((core) =>
    fc.record({
      kind: fc.constant('core-periphery'),
      core: fc.constant(core),
      periphery: some(0, 20),
      links: some(1, core),
    }),
  ),
};

describe.each(Object.entries(SPECS))('%s', (_kind, specs) => {
  it('has neither loops nor parallel channels, and only ends that are nodes', () => {
    const property = fc.property(specs, fc.string(), (spec, seed) => {
      const { nodes, channels } = structureOf(spec, seed);
      const names = new Set(nodes.map(({ name }) => name));
      expect(names.size).toBe(nodes.length);
      const pairs = new Set(channels.map(({ between }) => JSON.stringify(between.toSorted())));
      expect(pairs.size).toBe(channels.length);
      for (const { between } of channels) {
        expect(between[0]).not.toBe(between[1]);
        expect(between.every((place) => place in nodes)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('has twice as many channel ends as channels', () => {
    const property = fc.property(specs, fc.string(), (spec, seed) => {
      const structure = structureOf(spec, seed);
      const ends = degreesOf(structure).reduce((sum, degree) => sum + degree, 0);
      expect(ends).toBe(2 * structure.channels.length);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('is the same for the same seed', () => {
    const property = fc.property(specs, fc.string(), (spec, seed) => {
      expect(structureOf(spec, seed)).toEqual(structureOf(spec, seed));
    });
    fc.assert(property, { numRuns: 20 });
  });
});
