import { DOMParser } from '@xmldom/xmldom';
import { InputError, type Place } from '../../errors.ts';
import type { Structure } from '../../ports/topology.ts';
import { structureIn } from './graphology-json.ts';

/**
 * Reads GraphML as `millrace generate`, networkx and Gephi write it: the balances or a `capacity` of each edge, and an
 * `alias` or `label` of each node. Amounts keep every digit. Throws InputError with file, line and column.
 */
export function readGraphml({ file, text }: { readonly file: string; readonly text: string }): Structure {
  const [graph] = childrenOf(rootOf(file, text), 'graph');
  if (graph === undefined)
    throw new InputError({ place: { file }, message: 'found no element <graph>, expected GraphML' });
  const keys = childrenOf(graph.parentNode as Element, 'key');
  const elements = { nodes: childrenOf(graph, 'node'), edges: childrenOf(graph, 'edge') };
  const attributesOf = attributeReader(keys);
  const root = {
    directed: graph.getAttribute('edgedefault') !== 'undirected',
    nodes: elements.nodes.map((node) => ({ key: node.getAttribute('id'), attributes: attributesOf(node) })),
    edges: elements.edges.map((edge) => ({
      source: edge.getAttribute('source'),
      target: edge.getAttribute('target'),
      attributes: channelAttributes(attributesOf(edge)),
    })),
  };
  const placeOf = (path: string): Place => {
    const [, kind = '', index = ''] = /^(nodes|edges)\[(\d+)\]/.exec(path) ?? [];
    const element = kind === '' ? graph : elements[kind as 'nodes' | 'edges'][Number(index)];
    return { file, path, ...positionOf(element ?? graph) };
  };
  return structureIn(root, { placeOf });
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
    message: `is not well-formed XML: ${what}; expected GraphML`,
  });
}

function childrenOf(parent: Element, name: string): readonly Element[] {
  const children: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === child.ELEMENT_NODE && (child as Element).localName === name)
      children.push(child as Element);
  return children;
}

// A file names its attributes once, with what they are where an element does not say, and elements give their keys.
function attributeReader(keys: readonly Element[]): (element: Element) => Readonly<Record<string, string>> {
  const names = new Map(keys.map((key) => [key.getAttribute('id'), key.getAttribute('attr.name')]));
  const defaults = keys.flatMap((key) =>
    childrenOf(key, 'default').map(({ textContent }) => ({
      kind: key.getAttribute('for'),
      entry: [key.getAttribute('attr.name') ?? '', textContent ?? ''] as const,
    })),
  );
  return (element) =>
    Object.fromEntries([
      ...defaults
        .filter(({ kind }) => kind === element.localName || kind === 'all')
        .map(({ entry }) => entry),
      ...childrenOf(element, 'data').map((data) => {
        const key = data.getAttribute('key') ?? '';
        return [names.get(key) ?? key, data.textContent ?? ''] as const;
      }),
    ]);
}

// Programs that know floating point only write whole numbers so.
const WHOLE = /^(\d+)\.0+$/;

function channelAttributes(given: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const { state, token, capacity, balance1, balance2 } = given;
  const amount = (text: string | undefined): string | undefined => text?.trim().replace(WHOLE, '$1');
  return {
    state,
    token,
    capacity: amount(capacity),
    ...(balance1 === undefined ? {} : { balance: [amount(balance1), amount(balance2)] }),
  };
}

// The parser keeps it, and its types do not know.
function positionOf(element: Element): Pick<Place, 'line' | 'column'> {
  const { lineNumber: line = 1, columnNumber: column = 1 } = element as {
    readonly lineNumber?: number;
    readonly columnNumber?: number;
  };
  return { line, column };
}
