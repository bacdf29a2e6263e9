import { DOMParser } from '@xmldom/xmldom';
import { InputError, type Place } from '../../errors.ts';
import { gather } from '../../model/gather.ts';
import { renamed } from './graph-csv.ts';
import { graphIn } from './graph-reader.ts';
import type { GraphFile } from './graph-kinds.ts';

/**
 * Where an XML format keeps the attributes of nodes and edges: the elements that declare an attribute, with its name and
 * of which elements it is; and the elements that give it a value, with its key.
 */
interface XmlFormat extends Readonly<Record<'declaration' | 'name' | 'of' | 'data' | 'key', string>> {
  /** The attribute that holds a value; absent: it is the text of its element. */
  readonly value?: string;
}

// http://graphml.graphdrawing.org/specification.html
const GRAPHML: XmlFormat = { declaration: 'key', name: 'attr.name', of: 'for', data: 'data', key: 'key' };

// https://gexf.net/1.2/gexf-12draft-primer.pdf
const GEXF: XmlFormat = {
  declaration: 'attribute',
  name: 'title',
  of: 'class',
  data: 'attvalue',
  key: 'for',
  value: 'value',
};

/**
 * Reads GraphML or GEXF as `millrace generate`, networkx and Gephi write it: the balances or a `capacity` of each edge,
 * and an `alias` or `label` of each node. Amounts keep every digit. Throws InputError with file, line and column.
 */
export function readGraphXml({ file, text }: { readonly file: string; readonly text: string }): GraphFile {
  const root = rootOf(file, text);
  const [graph, ...others] = elementsIn(root, 'graph');
  if (graph === undefined)
    throw new InputError({ place: { file }, message: 'found no element <graph>, expected GraphML or GEXF' });
  for (const element of [...others, ...elementsIn(graph, 'hyperedge')])
    throw new InputError({
      place: { file, ...positionOf(element) },
      message: `found <${element.localName}>, expected one graph with edges between two nodes`,
    });
  const format = root.localName === 'gexf' ? GEXF : GRAPHML;
  const elements = { nodes: elementsIn(graph, 'node'), edges: elementsIn(graph, 'edge') };
  const [ofNode, ofEdge] = [attributeReader(root, format, 'node'), attributeReader(root, format, 'edge')];
  // An edge may differ from the graph: GEXF writes a type, GraphML whether it is directed.
  const direction = graph.getAttribute('edgedefault') || graph.getAttribute('defaultedgetype') || '';
  const isChannel = (edge: Element): boolean =>
    /^(undirected|false)$/.test(edge.getAttribute('type') || edge.getAttribute('directed') || direction);
  const read = {
    nodes: elements.nodes.map((node) => ({ key: node.getAttribute('id'), attributes: ofNode(node) })),
    edges: elements.edges.map((edge) => ({
      source: edge.getAttribute('source') ?? '',
      target: edge.getAttribute('target') ?? '',
      undirected: isChannel(edge),
      attributes: ofEdge(edge),
    })),
  };
  const placeOf = (path: string): Place => {
    const [, kind = '', index = ''] = /^(nodes|edges)\[(\d+)\]/.exec(path) ?? [];
    const element = kind === '' ? graph : elements[kind as 'nodes' | 'edges'][Number(index)];
    return { file, path, ...positionOf(element ?? graph) };
  };
  return graphIn(read, { placeOf });
}

// The parser tells the place at the end of its messages.
const PLACE = /^\[xmldom \w+\]\s*([^]*?)\s*@#\[line:(\d+),col:(\d+)\]$/;

function rootOf(file: string, text: string): Element {
  const faults: string[] = [];
  const note = (message: string): void => void faults.push(message);
  const errorHandler = { warning: note, error: note, fatalError: note };
  const parser = new DOMParser({ errorHandler, locator: {} });
  // The parser refuses an empty text without a place.
  const root: Element | null = parser.parseFromString(text || ' ', 'text/xml')?.documentElement;
  const [fault = 'found no element'] = faults;
  if (root !== null && root !== undefined && faults.length === 0) return root;
  const [, what = fault, line = '1', column = '1'] = PLACE.exec(fault) ?? [];
  throw new InputError({
    place: { file, line: Number(line), column: Number(column) },
    message: `is not well-formed XML: ${what}; expected GraphML or GEXF`,
  });
}

// GEXF puts nodes, edges and declarations into groups of their own.
function elementsIn(parent: Element, name: string): readonly Element[] {
  return Array.from(parent.getElementsByTagNameNS('*', name));
}

// A file names its attributes once, with what they are where an element does not say, and elements give their keys.
function attributeReader(
  root: Element,
  format: XmlFormat,
  of: 'node' | 'edge',
): (element: Element) => Readonly<Record<string, string>> {
  const declared = elementsIn(root, format.declaration).filter((each) => {
    const elements = each.getAttribute(format.of) || (each.parentNode as Element).getAttribute(format.of);
    return elements === of || elements === 'all';
  });
  const idOf = (element: Element): string => element.getAttribute('id') ?? '';
  // yEd names none of the attributes that hold its drawings.
  const written = declared.map((each) => each.getAttribute(format.name) || idOf(each));
  const meanings = renamed(written);
  // Elements have their names and ends themselves.
  const named = meanings.map((name, at) =>
    /^(key|id|source|target|undirected)$/.test(name) ? written[at] : name,
  );
  const names = new Map(declared.map((each, at) => [idOf(each), named[at] ?? '']));
  const defaults = declared.flatMap((each) =>
    elementsIn(each, 'default').map((one) => [names.get(idOf(each)) ?? '', one.textContent ?? ''] as const),
  );
  const dataOf = new Map<Element, Element[]>();
  for (const data of elementsIn(root, format.data)) {
    const parent = data.parentNode as Element;
    gather(dataOf, parent.localName === 'attvalues' ? (parent.parentNode as Element) : parent, data);
  }
  // Spells are the times at which an element of a dynamic graph exists.
  const dynamic = new Set<unknown>(elementsIn(root, 'spells').map(({ parentNode }) => parentNode));
  // Gephi writes a weight of 1 where edges have none.
  const isWeighted = elementsIn(root, of).some((each) => Number(each.getAttribute('weight') || 1) !== 1);
  return (element) => {
    const fields = new Map<string, string>();
    for (const data of dataOf.get(element) ?? []) {
      const id = data.getAttribute(format.key) ?? '';
      const value = format.value === undefined ? data.textContent : data.getAttribute(format.value);
      const name = names.get(id) ?? id;
      // Dynamic graphs have several values of one attribute, by time.
      fields.set(fields.has(name) ? `${name} at other times` : name, value ?? '');
    }
    if (dynamic.has(element)) fields.set('spells', 'as written');
    const own = Array.from(element.attributes, ({ name, value }) => [name, value] as const).filter(
      ([name]) => !READ_ATTRIBUTES.has(name) && (name !== 'weight' || isWeighted),
    );
    return Object.fromEntries([...own, ...defaults, ...fields]);
  };
}

// What is read of an element itself, or says nothing of a network.
const READ_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'source', 'target', 'type', 'directed']);

// The parser keeps it, and its types do not know.
type Positioned = Element & Partial<Readonly<Record<'lineNumber' | 'columnNumber', number>>>;

function positionOf(element: Positioned): Pick<Place, 'line' | 'column'> {
  return { line: element.lineNumber ?? 1, column: element.columnNumber ?? 1 };
}
