import type { TopologySpec } from '../../src/model/scenario/scenario.ts';
import type { Structure } from '../../src/ports/topology.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { GENERATORS } from '../../src/jobs/assemble.ts';

/** What the topology of this kind makes of a specification. */
export function structureOf(spec: TopologySpec, seed = 'test'): Structure {
  const generator = GENERATORS.find(({ kind }) => kind === spec.kind);
  if (!generator) throw new Error(`no generator for ${spec.kind}`);
  return generator.generate(spec, createRandomSource(seed).stream('topology'));
}

/** The same with the names of nodes in place of their numbers. */
export function withNames({ nodes, channels, notes = [] }: Structure) {
  const nameAt = (place: number): string => nodes[place]?.name ?? `none at ${place}`;
  return {
    nodes,
    channels: channels.map(({ between: [one, other], ...money }) => ({
      between: [nameAt(one), nameAt(other)],
      ...money,
    })),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Channels as `one-other`. */
export function channelsOf(structure: Structure): string[] {
  return withNames(structure).channels.map(({ between }) => between.join('-'));
}

/** Number of channels of each node, in the structure's order. */
export function degreesOf({ nodes, channels }: Structure): number[] {
  const degrees = nodes.map(() => 0);
  for (const { between } of channels)
    for (const place of between) degrees[place] = (degrees[place] ?? Number.NaN) + 1;
  return degrees;
}

/** Number of connected components. */
export function componentsOf({ nodes, channels }: Structure): number {
  const parent = new Map([...nodes.keys()].map((place) => [place, place]));
  const root = (place: number): number => {
    const above = parent.get(place) ?? place;
    return above === place ? place : root(above);
  };
  for (const {
    between: [one, other],
  } of channels)
    parent.set(root(one), root(other));
  return new Set([...nodes.keys()].map(root)).size;
}
