import type { NodeName } from '../model/network/network.ts';

/** Entries of a list of nodes that stand for several, in words. */
export const NODE_PATTERN_RULE =
  'a list of nodes holds names, ranges such as spoke1..40, patterns such as spoke* and classes, or is the word all';

// As many nodes as a range may name: no network of ours has more.
const MOST_IN_RANGE = 1_000_000;

/** Every node, as a pattern. */
export const ALL_NODES = '*';

/** True for an entry that may stand for several nodes. */
export function isNodePattern(entry: string): boolean {
  return entry.includes('*') || rangeOf(entry) !== undefined;
}

/** True for a range that runs backwards or over more nodes than any network has. */
export function isBadRange(entry: string): boolean {
  const range = rangeOf(entry);
  return range !== undefined && (range.to < range.from || range.to - range.from >= MOST_IN_RANGE);
}

/** The entries that classes of nodes stand for, by the name of the class. */
export type ClassMembers = Readonly<Record<string, { readonly nodes: readonly string[] }>>;

/**
 * The nodes that the entries of a list stand for, each once where ranges, patterns or classes are among them. A node of
 * that very name is meant first; an entry that stands for no node stays as it is, a name that nobody knows.
 */
export function namedNodes(
  entries: readonly string[],
  known: { has(name: NodeName): boolean; [Symbol.iterator](): Iterator<NodeName> },
  classes: ClassMembers = {},
): readonly NodeName[] {
  const names = entries.map((entry) => {
    if (known.has(entry)) return [entry];
    return Object.hasOwn(classes, entry)
      ? namedNodes(classes[entry]?.nodes ?? [], known)
      : nodesOf(entry, known);
  });
  const isPlain = names.every((found, at) => found.length === 1 && found[0] === entries[at]);
  return isPlain ? entries : [...new Set(names.flat())];
}

function nodesOf(entry: string, known: Iterable<NodeName>): readonly NodeName[] {
  if (entry.includes('*')) {
    const matching = matcher(entry);
    const found = [...known].filter((name) => matching.test(name));
    return found.length === 0 ? [entry] : found;
  }
  const range = rangeOf(entry);
  if (range === undefined || isBadRange(entry)) return [entry];
  const { prefix, from, to, digits } = range;
  return Array.from({ length: to - from + 1 }, (_, at) => prefix + String(from + at).padStart(digits, '0'));
}

function matcher(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.\\^$+?()[\]{}|-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

// `n001..120` counts with leading zeros, as its first number has them.
function rangeOf(entry: string) {
  const [, prefix = '', first = '', last = ''] = /^(.*?)(\d+)\.\.(\d+)$/.exec(entry) ?? [];
  if (first === '') return undefined;
  const digits = first.startsWith('0') ? first.length : 0;
  return { prefix, from: Number(first), to: Number(last), digits };
}
