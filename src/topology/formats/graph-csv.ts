import { InputError } from '../../errors.ts';
import { csvCells, csvDelimiter, csvRow, csvValue, rowFault, SEPARATOR_LINE } from '../../model/csv-cells.ts';
import { graphOfLines } from './graph-reader.ts';
import { type GraphFile, kindOf, PLAIN_GRAPH } from './graph-kinds.ts';

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
  type: 'undirected',
};

/** Our names of columns or attributes, each once. Programs write them with and without capitals: Gephi `Source`. */
export function renamed(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  return names.map((name) => {
    const small = name.toLowerCase();
    const meaning = SYNONYMS[small] ?? (PLAIN_GRAPH.fields.has(small) ? small : name);
    if (taken.has(meaning)) return name;
    taken.add(meaning);
    return meaning;
  });
}

/** True for the names of columns of which two are the ends of an edge. */
export function holdsGraphColumns(header: readonly string[]): boolean {
  return kindOf(Object.fromEntries(renamed(header).map((name) => [name, '']))) !== undefined;
}

/** Reads a graph from a table with a header and an edge a line. Throws InputError with file and line. */
export function readGraphCsv(
  { file, text }: { readonly file: string; readonly text: string },
  columns: GraphColumns = {},
): GraphFile {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => !SEPARATOR_LINE.test(line));
  const delimiter = csvDelimiter(lines[first] ?? '');
  const header = csvRow(lines[first] ?? '', delimiter);
  const meanings = new Map(Object.entries(columns).map(([meaning, name]) => [name, meaning]));
  const missing = Object.values(columns).filter((name) => !header.includes(name));
  // A column whose name another one has as its meaning means nothing any more.
  const names = renamed(
    header.map((name) => meanings.get(name) ?? (name in columns ? `${name} aside` : name)),
  );
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  const problem =
    missing.length > 0
      ? `found no column ${missing.join(', ')} in ${header.join(', ')}`
      : twice !== undefined
        ? `found the column ${twice} twice, expected it once`
        : !holdsGraphColumns(names) &&
          `found the columns ${header.join(', ')}, expected source, target and capacity among them`;
  const hint = 'Name them: columns: {source: ..., target: ..., capacity: ...}.';
  if (problem) throw new InputError({ place: { file, line: first + 1 }, message: problem, hint });
  return graphOfLines({ file, lines }, (line, index) => {
    if (index <= first || line.trim() === '') return undefined;
    const cells = csvCells(line, delimiter);
    const message = rowFault(cells, names.length);
    if (message !== undefined) throw new InputError({ place: { file, line: index + 1 }, message });
    return Object.fromEntries(names.map((name, column) => [name, csvValue(cells[column] ?? '')]));
  });
}
