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

/** Channels as `one-other`. */
export function channelsOf({ channels }: Structure): string[] {
  return channels.map(({ between }) => between.join('-'));
}

/** Number of channels of each node, in the structure's order. */
export function degreesOf({ nodes, channels }: Structure): number[] {
  const degrees = new Map(nodes.map(({ name }) => [name, 0]));
  for (const { between } of channels)
    for (const name of between) degrees.set(name, (degrees.get(name) ?? Number.NaN) + 1);
  return [...degrees.values()];
}

/** Number of connected components. */
export function componentsOf({ nodes, channels }: Structure): number {
  const parent = new Map(nodes.map(({ name }) => [name, name]));
  const root = (name: string): string => {
    const above = parent.get(name) ?? name;
    return above === name ? name : root(above);
  };
  for (const {
    between: [one, other],
  } of channels)
    parent.set(root(one), root(other));
  return new Set(nodes.map(({ name }) => root(name))).size;
}
