import { groupedDigits } from '../../model/network/amount.ts';

/** The names in lists that are written as text. */
export function namesIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').trim().split(/\s+/));
}

/** How many entries of a file have a field of which nothing is made, by its name. */
export type UnusedFields = Map<string, number>;

/** Behind the names of fields beside the lists of a file. */
export const OF_FILE = ' of the file';

/**
 * Counts the fields that hold something under another name than these; a list of the file counts as its entries. Most
 * entries have none.
 */
export function countUnused(unused: UnusedFields, entry: object, known: ReadonlySet<string>, of = ''): void {
  for (const name in entry) {
    if (known.has(name)) continue;
    const value = (entry as Readonly<Record<string, unknown>>)[name] ?? '';
    if (value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) continue;
    countField(unused, name + of, of === OF_FILE && Array.isArray(value) ? value.length : 1);
  }
}

/** Counts a field by its name. */
export function countField(unused: UnusedFields, name: string, count = 1): void {
  unused.set(name, (unused.get(name) ?? 0) + count);
}

const MOST_NAMES = 20;

/** A sentence on the first of them; empty: it is none. */
export function unusedNotes(unused: UnusedFields): readonly string[] {
  const told = [...unused].map(([name, count]) => `${name || 'unnamed'} (${groupedDigits(String(count))})`);
  const more = unused.size > MOST_NAMES ? ` and ${groupedDigits(String(unused.size - MOST_NAMES))} more` : '';
  return unused.size === 0 ? [] : [`fields left aside: ${told.slice(0, MOST_NAMES).join(', ')}${more}`];
}
