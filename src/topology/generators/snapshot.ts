import { InvariantError } from '../../errors.ts';
import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { structureOf } from '../formats/graph-structure.ts';
import { readGraph } from '../formats/read-graph.ts';

/** A network read from a file; with `take`, its best-connected part. Chance plays no role. */
export const snapshot: TopologyGenerator<'snapshot'> = {
  kind: 'snapshot',
  generate({ text, take, ...spec }) {
    const { file } = spec;
    if (text === undefined)
      throw new InvariantError(`snapshot ${file}: the text was not loaded with the scenario`);
    const whole = structureOf(readGraph({ ...spec, text: text.replace(/^\uFEFF/, '') }));
    return withNotes(take === undefined ? whole : { ...whole, ...bestConnected(whole, take) }, file);
  },
};

function withNotes(structure: Structure, file: string): Structure {
  const { notes = [], channels } = structure;
  // Nothing needs to be said about ends that are written as unknown.
  const unknown = channels.filter(({ capacity, deposits }) => (capacity ?? deposits) === undefined).length;
  const drawn = `channels without a capacity, drawn as \`capacity\` says: ${unknown} of ${channels.length}`;
  const all = unknown === 0 ? notes : [...notes, drawn];
  return { ...structure, notes: all.map((note) => `${file}: ${note}`) };
}

/**
 * Keeps the `take` nodes with the most channels (ties by name) and the channels between them, then the largest
 * connected component of what is left, so that the result may be smaller than `take`.
 */
export function bestConnected(structure: Structure, take: number): Structure {
  const ranked = structure.nodes.map(({ name }, number) => ({ name, number, degree: 0 }));
  const nodes = [...ranked];
  for (const { between } of structure.channels)
    for (const number of between) (nodes[number] as { degree: number }).degree += 1;
  ranked.sort((one, other) => other.degree - one.degree || (one.name < other.name ? -1 : 1));
  return largestComponent(restricted(structure, new Set(ranked.slice(0, take).map(({ number }) => number))));
}

function restricted({ nodes, channels }: Structure, keep: ReadonlySet<number>): Structure {
  const kept = [...nodes.keys()].filter((number) => keep.has(number));
  const numbers = new Map(kept.map((before, number) => [before, number]));
  return {
    nodes: nodes.filter((_, number) => keep.has(number)),
    channels: channels.flatMap((channel) => {
      const [one, other] = channel.between.map((number) => numbers.get(number));
      return one === undefined || other === undefined ? [] : [{ ...channel, between: [one, other] }];
    }),
  };
}

// If several components are the largest, the one whose first node comes first.
function largestComponent(structure: Structure): Structure {
  const neighbours = structure.nodes.map((): number[] => []);
  for (const { between } of structure.channels) {
    const [one, other] = between;
    neighbours[one]?.push(other);
    neighbours[other]?.push(one);
  }
  let largest: ReadonlySet<number> = new Set();
  const seen = new Set<number>();
  for (const number of neighbours.keys()) {
    if (seen.has(number)) continue;
    const component = new Set([number]);
    // A set hands out what is added while it is walked.
    for (const member of component) for (const next of neighbours[member] ?? []) component.add(next);
    for (const member of component) seen.add(member);
    if (component.size > largest.size) largest = component;
  }
  return restricted(structure, largest);
}
