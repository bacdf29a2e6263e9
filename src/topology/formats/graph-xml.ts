import { DOMParser } from '@xmldom/xmldom';
import { InputError, type Place } from '../../errors.ts';
import { graphIn } from './graph-file.ts';
import type { GraphFile } from './graph-reader.ts';

/** Where an XML format keeps the attributes of nodes and edges. */
interface XmlFormat {
  /** The elements that declare an attribute: its id, its name, of which elements it is. */
  readonly declaration: string;
  readonly name: string;
  readonly of: string;
  /** The element that gives an attribute a value, and its key; the value is its text or an attribute. */
  readonly data: string;
  readonly key: string;
  readonly value?: string;
  readonly direction: string;
}

// http://graphml.graphdrawing.org/specification.html
const GRAPHML: XmlFormat = {
  declaration: 'key',
  name: 'attr.name',
  of: 'for',
  data: 'data',
  key: 'key',
  direction: 'edgedefault',
};

// https://gexf.net/1.2/gexf-12draft-primer.pdf
const GEXF: XmlFormat = {
  declaration: 'attribute',
  name: 'title',
  of: 'class',
  data: 'attvalue',
  key: 'for',
  value: 'value',
  direction: 'defaultedgetype',
};

/**
 * Reads GraphML or GEXF as `millrace generate`, networkx and Gephi write it: the balances or a `capacity` of each edge,
 * and an `alias` or `label` of each node. Amounts keep every digit. Throws InputError with file, line and column.
 */
export function readGraphXml({ file, text }: { readonly file: string; readonly text: string }): GraphFile {
  const root = rootOf(file, text);
  const [graph] = childrenOf(root, 'graph');
  if (graph === undefined)
    throw new InputError({ place: { file }, message: 'found no element <graph>, expected GraphML or GEXF' });
  const format = root.localName === 'gexf' ? GEXF : GRAPHML;
  const elements = { nodes: within(graph, 'node'), edges: within(graph, 'edge') };
  const attributesOf = attributeReader(root, format);
  const read = {
    directed: graph.getAttribute(format.direction) !== 'undirected',
    nodes: elements.nodes.map((node) => ({ key: node.getAttribute('id'), attributes: attributesOf(node) })),
    edges: elements.edges.map((edge) => ({
      source: edge.getAttribute('source') ?? '',
      target: edge.getAttribute('target') ?? '',
      attributes: channelAttributes(attributesOf(edge)),
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

function childrenOf(parent: Element, name: string): readonly Element[] {
  const children: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === child.ELEMENT_NODE && (child as Element).localName === name)
      children.push(child as Element);
  return children;
}

// GEXF puts nodes, edges and declarations into groups of their own.
function within(parent: Element, name: string): readonly Element[] {
  return [
    ...childrenOf(parent, name),
    ...childrenOf(parent, `${name}s`).flatMap((group) => childrenOf(group, name)),
  ];
}

// A file names its attributes once, with what they are where an element does not say, and elements give their keys.
function attributeReader(
  root: Element,
  format: XmlFormat,
): (element: Element) => Readonly<Record<string, string>> {
  const declared = [root, ...childrenOf(root, 'graph')].flatMap((parent) =>
    [
      ...childrenOf(parent, format.declaration),
      ...childrenOf(parent, 'attributes').flatMap((group) => childrenOf(group, format.declaration)),
    ].map((element) => ({
      element,
      id: element.getAttribute('id'),
      of: element.getAttribute(format.of) || (element.parentNode as Element).getAttribute(format.of),
      name: element.getAttribute(format.name) ?? '',
    })),
  );
  const nameOf = (id: string, of: string): string =>
    declared.find((each) => each.id === id && (each.of === of || each.of === 'all'))?.name ?? id;
  const names = new Map<string, string>();
  const defaults = declared.flatMap(({ element, of, name }) =>
    childrenOf(element, 'default').map(({ textContent }) => ({
      of,
      entry: [name, textContent ?? ''] as const,
    })),
  );
  return (element) => {
    const of = element.localName;
    const given = within(element, format.data).map((data) => {
      const id = data.getAttribute(format.key) ?? '';
      const name = names.get(`${of} ${id}`) ?? nameOf(id, of);
      names.set(`${of} ${id}`, name);
      const value = format.value === undefined ? data.textContent : data.getAttribute(format.value);
      return [name, value ?? ''] as const;
    });
    return Object.fromEntries([
      // Gephi writes a weight of 1 where an edge has none.
      ...['label', 'weight'].flatMap((name) => {
        const value = element.getAttribute(name) || '';
        return value === '' || (name === 'weight' && Number(value) === 1) ? [] : [[name, value] as const];
      }),
      ...defaults.filter((each) => each.of === of || each.of === 'all').map(({ entry }) => entry),
      ...given,
    ]);
  };
}

function channelAttributes(given: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const { balance1, balance2 } = given;
  return balance1 === undefined ? given : { ...given, balance: [balance1, balance2] };
}

// The parser keeps it, and its types do not know.
function positionOf(element: Element): Pick<Place, 'line' | 'column'> {
  const { lineNumber: line = 1, columnNumber: column = 1 } = element as {
    readonly lineNumber?: number;
    readonly columnNumber?: number;
  };
  return { line, column };
}
