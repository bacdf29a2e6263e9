import type { TopologySpec } from '../../model/scenario/scenario.ts';
import { readEdgeList } from './edge-list.ts';
import { type GraphColumns, readGraphCsv } from './graph-csv.ts';
import type { GraphFile } from './graph-reader.ts';
import { readGraphJson } from './graph-json.ts';
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
