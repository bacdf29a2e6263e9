import { InputError, type InputFault } from '../../errors.ts';
import { graphOfLines } from './graph-file.ts';
import type { JsonObject } from './graph-kinds.ts';
import { type GraphFile, shown } from './graph-reader.ts';

/** Enough faults to see a pattern; a wrong file would otherwise report every line. */
const MAX_FAULTS = 10;

// networkx writes other separators where it is told to, without names of attributes.
const SEPARATED = /^([^\s{}[\]"',;]+)\s*[,;]\s*([^\s{}[\]"',;]+)\s*[,;]\s*([\d.]+)$/;

// Names hold no brackets, quotes or commas, so that lines of JSON or CSV are not taken for channels.
const LINE = /^([^\s{}[\]"',]+)\s+([^\s{}[\]"',]+)(?:\s+(\{.*\}|[\d.]+))?$/;

/**
 * Reads an edge list as networkx writes it: `node node {'capacity': 250000}` or `node node 250000` per line, where the
 * capacity may be missing or be called `weight`, and `#` starts a comment. Throws InputError with file and line.
 */
export function readEdgeList({ file, text }: { readonly file: string; readonly text: string }): GraphFile {
  const edges = new Map<number, JsonObject>();
  const faults: InputFault[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const edge = readLine(line);
    if (edge !== undefined) edges.set(index + 1, edge);
    else if (faults.length < MAX_FAULTS)
      faults.push({
        place: { file, line: index + 1 },
        message: `found ${shown(line)}, expected \`node node {attributes}\``,
      });
  }
  if (faults.length > 0) throw new InputError(faults);
  const graph = graphOfLines(file, edges);
  if (graph.channels.length > 0) return graph;
  throw new InputError({
    place: { file },
    message: 'found no channels, expected lines of the form `node node {attributes}`',
  });
}

function readLine(line: string): JsonObject | undefined {
  const [, source, target, attributes = ''] = LINE.exec(line) ?? SEPARATED.exec(line) ?? [];
  if (source === undefined) return undefined;
  return {
    source,
    target,
    ...(attributes.startsWith('{') ? dictionary(attributes) : { capacity: attributes }),
  };
}

// Python writes a dictionary: {'capacity': 250000}, with or without quotes around values, u'' in Python 2.
const ATTRIBUTE = /u?(['"])(.*?)\1\s*:\s*(?:u?(['"])(.*?)\3|([^\s,}]+))/g;

function dictionary(text: string): JsonObject {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, , name = '', , inQuotes, plain]) => [name, inQuotes ?? plain]),
  );
}
