import type { TopologySpec } from '../../model/scenario/scenario.ts';
import { readEdgeList } from './edge-list.ts';
import { readGraphCsv } from './graph-csv.ts';
import type { GraphFile } from './graph-reader.ts';
import { readGraphJson } from './graph-json.ts';
import { readGraphXml } from './graph-xml.ts';

/** A file with its text, and how it is read. */
export interface GraphSource
  extends Pick<Extract<TopologySpec, { readonly kind: 'snapshot' }>, 'file' | 'format' | 'columns'> {
  readonly text: string;
}

/** Reads a graph. Throws InputError with the places of what is wrong. */
export function readGraph({ format, columns, ...source }: GraphSource): GraphFile {
  // A name may have any ending: no edge list begins so.
  if (format === 'edge-list' && /^\s*[[{]/.test(source.text)) return readGraphJson(source);
  if (format === 'edge-list' && /^\s*</.test(source.text)) return readGraphXml(source);
  switch (format) {
    case 'graphology':
      return readGraphJson(source);
    case 'graphml':
    case 'gexf':
      return readGraphXml(source);
    case 'csv':
      return readGraphCsv(source, columns);
    case 'edge-list':
      return readEdgeList(source);
  }
}
