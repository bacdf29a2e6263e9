import { InputError } from '../../errors.ts';
import { csvDelimiter, csvRow } from '../../model/csv-cells.ts';
import { graphIn } from './graph-file.ts';
import type { GraphFile } from './graph-reader.ts';
import { kindOf } from './graph-kinds.ts';

/** The names that a file has for the columns `source`, `target`, `capacity`, `balance1` and `balance2`. */
export type GraphColumns = Readonly<Record<string, string>>;

// Names that tables of other tools have for the same.
const SYNONYMS: Readonly<Record<string, string>> = {
  from: 'source',
  node1: 'source',
  src: 'source',
  to: 'target',
  node2: 'target',
  dst: 'target',
  capacity_sat: 'capacity',
};

function renamed(names: readonly string[]): readonly string[] {
  if (isKnown(names)) return names;
  return names.map((name) => SYNONYMS[name.toLowerCase()] ?? name);
}

function isKnown(names: readonly string[]): boolean {
  return kindOf(Object.fromEntries(names.map((name) => [name, '']))) !== undefined;
}

/** True for the names of columns of which two are the ends of an edge. */
export function holdsGraphColumns(header: readonly string[]): boolean {
  return isKnown(renamed(header));
}

/** Reads a graph from a table with a header and an edge a line. Throws InputError with file and line. */
export function readGraphCsv(
  { file, text }: { readonly file: string; readonly text: string },
  columns: GraphColumns = {},
): GraphFile {
  const lines = text.split(/\r?\n/);
  const delimiter = csvDelimiter(lines[0] ?? '');
  const header = csvRow(lines[0] ?? '', delimiter);
  const meanings = new Map(Object.entries(columns).map(([meaning, name]) => [name, meaning]));
  const missing = Object.values(columns).filter((name) => !header.includes(name));
  const names = renamed(header.map((name) => meanings.get(name) ?? name));
  if (missing.length > 0 || !isKnown(names))
    throw new InputError({
      place: { file, line: 1 },
      message:
        missing.length > 0
          ? `found no column ${missing.join(', ')} in ${header.join(', ')}`
          : `found the columns ${header.join(', ')}, expected source, target and capacity among them`,
      hint: 'Name them: columns: {source: ..., target: ..., capacity: ...}.',
    });
  // An empty line is no edge, and keeps its number.
  const written = [...lines.keys()].slice(1).filter((number) => lines[number]?.trim() !== '');
  const edges = written.map((number) => {
    const cells = csvRow(lines[number] as string, delimiter);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
  const placeOf = (path: string) => {
    const [, index = '', field] = /^edges\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const line = (written[Number(index)] ?? 0) + 1;
    return { file, line, path: field || path };
  };
  return graphIn({ edges }, { placeOf });
}
