import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { InputError, type InputFault } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import type { NodeName, PerEnd } from '../../model/network/network.ts';
import type { Structure } from '../../ports/topology.ts';
import { mergeChannels, type StructureChannel } from '../merge-channels.ts';

/** Enough faults to see a pattern; a wrong file would otherwise report every line. */
const MAX_FAULTS = 10;

// Names hold no brackets, quotes or commas, so that lines of JSON or CSV are not taken for channels.
const LINE = /^([^\s{}[\]"',]+)\s+([^\s{}[\]"',]+)(?:\s+(\{.*\}))?$/;

/**
 * Reads an edge list as networkx writes it: `node node {'capacity': 250000}` per line, where the attributes may be
 * missing and `#` starts a comment. Throws InputError with file and line.
 */
export function readEdgeList({ file, text }: { readonly file: string; readonly text: string }): Structure {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => madeOnce(numbers, name, () => numbers.size);
  const channels: StructureChannel[] = [];
  const faults: InputFault[] = [];
  for (let [from, number] = [0, 1]; from < text.length && faults.length < MAX_FAULTS; number += 1) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    const channel = usualChannel(text, from, to) ?? readLine(text.slice(from, to).trim());
    from = to + 1;
    if (channel === undefined) continue;
    if ('problem' in channel) {
      faults.push({ place: { file, line: number }, message: channel.problem });
      continue;
    }
    const between = [numberOf(channel.between[0]), numberOf(channel.between[1])] as const;
    // A capacity of 0 is one that is not known.
    channels.push(channel.capacity ? { between, capacity: channel.capacity } : { between });
  }
  if (faults.length > 0) throw new InputError(faults);
  if (channels.length === 0)
    throw new InputError({
      place: { file },
      message: 'found no channels, expected lines of the form `node node {attributes}`',
    });
  const nodes = Array.from(numbers.keys(), (name) => ({ name }));
  return { nodes, ...mergeChannels(channels, { nodeCount: nodes.length }) };
}

// A line as networkx writes it, to its end; a file has thousands of them, and they are read where they stand.
const USUAL = /([\w.-]+) ([\w.-]+) \{'capacity': (?:u?'(\d{1,15})'|(\d{1,15}))\}\n/y;

type ListedChannel = Pick<StructureChannel, 'capacity'> & { readonly between: PerEnd<NodeName> };

function usualChannel(text: string, from: number, to: number): ListedChannel | undefined {
  USUAL.lastIndex = from;
  const match = USUAL.exec(text);
  if (match === null || USUAL.lastIndex !== to + 1 || match[1] === match[2]) return undefined;
  const [, one, other, inQuotes, plain] = match as unknown as [string, string, string, string?, string?];
  return { between: [one, other], capacity: BigInt((inQuotes ?? plain) as string) };
}

function readLine(line: string): ListedChannel | { readonly problem: string } | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const match = LINE.exec(line);
  if (!match) return { problem: `found ${quoted(line)}, expected \`node node {attributes}\`` };
  const [, one, other, attributes] = match as unknown as [string, string, string, string | undefined];
  if (one === other)
    return { problem: `found a channel of ${one} with itself, expected two different nodes` };
  const capacity = readCapacity(attributes ?? '{}');
  if (capacity === 'unreadable')
    return { problem: `found ${quoted(attributes ?? '')}, expected a capacity like {'capacity': '250000'}` };
  return { between: [one, other], ...(capacity === undefined ? {} : { capacity }) };
}

// Python writes the dictionary: 'capacity': 250000, with or without quotes, u'' in Python 2.
function readCapacity(attributes: string): Amount | undefined | 'unreadable' {
  const match = /['"]capacity['"]\s*:\s*(?:u?(['"])(.*?)\1|([^\s,}]+))/.exec(attributes);
  if (!match) return /capacity/.test(attributes) ? 'unreadable' : undefined;
  return parseAmount(match[2] ?? match[3]) ?? 'unreadable';
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
