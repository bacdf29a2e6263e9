import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { InputError, type InputFault } from '../../errors.ts';
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
  const names = new Set<string>();
  const channels: StructureChannel[] = [];
  const faults: InputFault[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length && faults.length < MAX_FAULTS; index += 1) {
    const line = (lines[index] as string).trim();
    if (line === '' || line.startsWith('#')) continue;
    const channel = readLine(line);
    if ('problem' in channel) {
      faults.push({ place: { file, line: index + 1 }, message: channel.problem });
      continue;
    }
    for (const name of channel.between) names.add(name);
    channels.push(channel);
  }
  if (faults.length > 0) throw new InputError(faults);
  if (channels.length === 0)
    throw new InputError({
      place: { file },
      message: 'found no channels, expected lines of the form `node node {attributes}`',
    });
  return { nodes: [...names].map((name) => ({ name })), channels: mergeChannels(channels) };
}

function readLine(line: string): StructureChannel | { readonly problem: string } {
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
