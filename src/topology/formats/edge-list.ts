import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { InputError, type InputFault } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import type { NodeName, PerEnd } from '../../model/network/network.ts';
import type { GraphChannel, GraphFile } from './graph-reader.ts';

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
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => madeOnce(numbers, name, () => numbers.size);
  const channels: GraphChannel[] = [];
  const faults: InputFault[] = [];
  let loops = 0;
  for (let [from, number] = [0, 1]; from < text.length && faults.length < MAX_FAULTS; number += 1) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    const channel = usualChannel(text, from, to) ?? readLine(text.slice(from, to).trim());
    from = to + 1;
    if (channel === undefined) continue;
    if ('problem' in channel) faults.push({ place: { file, line: number }, message: channel.problem });
    else if (channel.between[0] === channel.between[1]) loops += 1;
    else {
      const between = [numberOf(channel.between[0]), numberOf(channel.between[1])] as const;
      // A capacity of 0 is one that is not known.
      channels.push(channel.capacity ? { between, capacity: channel.capacity } : { between });
    }
  }
  if (faults.length > 0) throw new InputError(faults);
  if (channels.length === 0)
    throw new InputError({
      place: { file },
      message: 'found no channels, expected lines of the form `node node {attributes}`',
    });
  const nodes = Array.from(numbers.keys(), (name) => ({ name }));
  const notes = loops === 0 ? [] : [`channels of a node with itself, left out: ${loops}`];
  return { kind: undefined, nodes, channels, isUndirected: false, notes };
}

// A line as networkx writes it, to its end; a file has thousands of them, and they are read where they stand.
const USUAL = /([\w.-]+) ([\w.-]+) \{'capacity': (?:u?'(\d{1,15})'|(\d{1,15}))\}\n/y;

type ListedChannel = Pick<GraphChannel, 'capacity'> & { readonly between: PerEnd<NodeName> };

function usualChannel(text: string, from: number, to: number): ListedChannel | undefined {
  USUAL.lastIndex = from;
  const match = USUAL.exec(text);
  if (match === null || USUAL.lastIndex !== to + 1 || match[1] === match[2]) return undefined;
  const [, one, other, inQuotes, plain] = match as unknown as [string, string, string, string?, string?];
  return { between: [one, other], capacity: BigInt((inQuotes ?? plain) as string) };
}

function readLine(line: string): ListedChannel | { readonly problem: string } | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const match = LINE.exec(line) ?? SEPARATED.exec(line);
  if (!match) return { problem: `found ${quoted(line)}, expected \`node node {attributes}\`` };
  const [, one, other, attributes] = match as unknown as [string, string, string, string | undefined];
  const capacity = readCapacity(attributes ?? '{}');
  if (capacity === 'unreadable')
    return { problem: `found ${quoted(attributes ?? '')}, expected a capacity like {'capacity': '250000'}` };
  return { between: [one, other], ...(capacity === undefined ? {} : { capacity }) };
}

// Python writes the dictionary: 'capacity': 250000, with or without quotes, u'' in Python 2.
const CAPACITIES = ['capacity', 'weight'].map(
  (name) => new RegExp(`['"]${name}['"]\\s*:\\s*(?:u?(['"])(.*?)\\1|([^\\s,}]+))`),
);

function readCapacity(attributes: string): Amount | undefined | 'unreadable' {
  if (!attributes.startsWith('{')) return wholeAmount(attributes);
  for (const pattern of CAPACITIES) {
    const match = pattern.exec(attributes);
    if (match) return wholeAmount(match[2] ?? match[3]);
  }
  return /capacity/.test(attributes) ? 'unreadable' : undefined;
}

// networkx writes weights as floating point: 5.0.
function wholeAmount(text = ''): Amount | 'unreadable' {
  return parseAmount(text.replace(/\.0$/, '')) ?? 'unreadable';
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
