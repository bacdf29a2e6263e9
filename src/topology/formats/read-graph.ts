import type { TopologySpec } from '../../model/scenario/scenario.ts';
import { readEdgeList } from './edge-list.ts';
import { type GraphColumns, readGraphCsv } from './graph-csv.ts';
import { graphIn } from './graph-reader.ts';
import type { GraphFile } from './graph-kinds.ts';
import { jsonNumeral, jsonPlace, parsedJson } from './json-fault.ts';
import { readGraphXml } from './graph-xml.ts';

/** A file with its text, and how it is read. */
export interface GraphSource
  extends Pick<Extract<TopologySpec, { readonly kind: 'snapshot' }>, 'file' | 'format' | 'columns'> {
  readonly text: string;
}

const READERS: Readonly<
  Record<GraphSource['format'], (source: GraphSource, columns?: GraphColumns) => GraphFile>
> = {
  graphology: readGraphJson,
  graphml: readGraphXml,
  gexf: readGraphXml,
  csv: readGraphCsv,
  'edge-list': readEdgeList,
};

/** Reads a graph. Throws InputError with the places of what is wrong. */
export function readGraph(source: GraphSource): GraphFile {
  const { format, columns, text } = source;
  // A name may have any ending: no edge list begins so.
  if (format === 'edge-list' && /^\s*[[{]/.test(text)) return readGraphJson(source);
  if (format === 'edge-list' && /^\s*</.test(text)) return readGraphXml(source);
  return READERS[format](source, columns);
}

/**
 * Reads graphology's JSON: what `millrace generate` writes, where the balances become the deposits and channels that
 * are not open are left out; node-link JSON of d3 and networkx; and graphs of Lightning tools (graph-kinds.ts).
 * A balance that is `null` is not known. Throws InputError with the place of a syntax error or the path of a field.
 */
export function readGraphJson(source: { readonly file: string; readonly text: string }): GraphFile {
  return graphIn(parsedJson(source), {
    placeOf: (path) => jsonPlace({ ...source, path }),
    numeralAt: (path) => jsonNumeral({ ...source, path }),
  });
}
