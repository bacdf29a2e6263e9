import { InvariantError } from '../../errors.ts';
import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { readEdgeList } from '../formats/edge-list.ts';
import { readGraphml } from '../formats/graphml.ts';
import { readGraphologyJson } from '../formats/graphology-json.ts';
import { checkWhole, MAX_NODES } from './parameter-check.ts';

const READERS = { 'edge-list': readEdgeList, graphology: readGraphologyJson, graphml: readGraphml };

/** A network read from a file; with `take`, its best-connected part. Chance plays no role. */
export const snapshot: TopologyGenerator<'snapshot'> = {
  kind: 'snapshot',
  generate({ file, format, text, take }) {
    if (text === undefined)
      throw new InvariantError(`snapshot ${file}: the text was not loaded with the scenario`);
    const source = { file, text: text.replace(/^\uFEFF/, '') };
    const structure = READERS[format](source);
    if (take === undefined) return structure;
    checkWhole('take', take, { min: 1, max: MAX_NODES });
    return bestConnected(structure, take);
  },
};

/**
 * Keeps the `take` nodes with the most channels (ties by name) and the channels between them, then the largest
 * connected component of what is left, so that the result may be smaller than `take`.
 */
export function bestConnected(structure: Structure, take: number): Structure {
  const degrees = new Map(structure.nodes.map(({ name }) => [name, 0]));
  for (const { between } of structure.channels)
    for (const name of between) degrees.set(name, (degrees.get(name) ?? 0) + 1);
  const ranked = [...degrees].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return largestComponent(restricted(structure, new Set(ranked.slice(0, take).map(([name]) => name))));
}

function restricted({ nodes, channels }: Structure, keep: ReadonlySet<string>): Structure {
  return {
    nodes: nodes.filter(({ name }) => keep.has(name)),
    channels: channels.filter(({ between: [one, other] }) => keep.has(one) && keep.has(other)),
  };
}

// Of several largest ones the one whose first node comes first.
function largestComponent(structure: Structure): Structure {
  const neighbours = new Map<string, string[]>(structure.nodes.map(({ name }) => [name, []]));
  for (const {
    between: [one, other],
  } of structure.channels) {
    neighbours.get(one)?.push(other);
    neighbours.get(other)?.push(one);
  }
  let largest: ReadonlySet<string> = new Set();
  const seen = new Set<string>();
  for (const { name } of structure.nodes) {
    if (seen.has(name)) continue;
    const component = new Set([name]);
    // A set hands out what is added while it is walked.
    for (const member of component) for (const next of neighbours.get(member) ?? []) component.add(next);
    for (const member of component) seen.add(member);
    if (component.size > largest.size) largest = component;
  }
  return restricted(structure, largest);
}
