import { InputError } from '../../errors.ts';
import { graphOfLines } from './graph-reader.ts';
import type { GraphFile, JsonObject } from './graph-kinds.ts';

// networkx writes other separators where it is told to, without names of attributes.
const SEPARATED = /^([^\s{}[\]"',;]+)\s*[,;]\s*([^\s{}[\]"',;]+)\s*[,;]\s*([\d.]+(?:[eE]\+?\d+)?)$/;

// Names hold no brackets, quotes or commas, so that lines of JSON or CSV are not taken for channels.
// A capacity alone is taken as it stands: a file has thousands of such lines.
const LINE =
  /^([^\s{}[\]"',]+)\s+([^\s{}[\]"',]+)(?:\s+(?:\{'capacity': (?:u?'(\d+)'|(\d+))\}|([\d.]+(?:[eE]\+?\d+)?|\{.*\})))?$/;

// Names may begin like a comment.
const EDGE_COMMENT = /^\s*[#%][^\s#%,;][^\s,;]*[\s,;]+[^\s,;]+[\s,;]+(?:[\d.]+(?:[eE]\+?\d+)?|\{.*\})\s*$/;

/** How files of GML, Pajek, DOT and Matrix Market begin, some of whose lines look like channels. */
export const OTHER_GRAPH =
  /^\s*(?:(?:creator|version|comment|[#%]|\/[/*]).*\n\s*)*(?:\*(?:vertices|network)\b|%%matrixmarket\b|(?:strict\s+)?(?:di)?graph(?:\s+[\w"]*)?\s*[[{](?!['"}]))/i;

/**
 * Reads an edge list as networkx writes it: `node node {'capacity': 250000}` or `node node 250000` per line, where the
 * capacity may be missing or be called `weight`, and `#`, or `%` at its beginning, starts a comment. Throws InputError with file and line.
 */
export function readEdgeList({ file, text }: { readonly file: string; readonly text: string }): GraphFile {
  const isOther = OTHER_GRAPH.test(text);
  const lines = isOther ? [] : text.split('\n');
  const graph = graphOfLines({ file, lines, expected: '`node node {attributes}`' }, readLine);
  const comments = lines.filter((line) => EDGE_COMMENT.test(line)).length;
  const notes = comments === 0 ? [] : [`comments that look like edges, left out: ${comments}`];
  if (graph.channels.length > 0) return { ...graph, notes: [...graph.notes, ...notes] };
  const found = isOther ? 'GML, Pajek, DOT or Matrix Market (export as GEXF, GraphML or CSV)' : 'no channels';
  throw new InputError({
    place: { file },
    message: `found ${found}, expected lines of the form \`node node {attributes}\``,
  });
}

function readLine(written: string): JsonObject | string | undefined {
  // A comment behind a channel holds no quotes: these belong to its attributes.
  const line = written.replace(/\s#[^{}'"]*$/, '').trim();
  if (line === '' || /^[#%]/.test(line)) return undefined;
  const match = LINE.exec(line) ?? SEPARATED.exec(line) ?? [];
  const [, source, target, capacity, plain, attributes] = match;
  if (source === undefined) return line;
  return attributes?.startsWith('{')
    ? { source, target, ...dictionary(attributes) }
    : { source, target, capacity: capacity ?? plain ?? attributes };
}

// Python writes a dictionary: {'capacity': 250000}, with or without quotes around values, u'' in Python 2.
const ATTRIBUTE = /u?(['"])(.*?)\1\s*:\s*(?:u?(['"])(.*?)\3|([^\s,}]+))/g;

function dictionary(text: string): JsonObject {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, , name = '', , inQuotes, plain]) => [name, inQuotes ?? plain]),
  );
}
