/** What separates the cells of tables: spreadsheets of many countries write semicolons. */
const DELIMITERS = [',', ';', '\t'];

/** The line that Excel reads before the header. */
export const SEPARATOR_LINE = /^\uFEFF?sep=.\r?$/i;

const QUOTED = /^\s*"/;

/** What is wrong with the cells of a line; undefined: nothing. */
export function rowFault(cells: readonly string[], width: number): string | undefined {
  // Each line is a row, and a quote that stays open would make two of one.
  if (cells.some((cell) => QUOTED.test(cell) && cell.split('"').length % 2 === 0))
    return 'found a quote that is not closed, expected cells without line breaks';
  return cells.length === width
    ? undefined
    : `found ${cells.length} cells, expected ${width} as in the header`;
}

/** The one of which a header has most; a comma where it has none. */
export function csvDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => csvCells(header, delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

/** The cells of a line, as they are written. A cell in quotes may hold commas. Joined by commas they are the line again. */
export function csvCells(line: string, delimiter = ','): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let start = 0;
  let isOpen = false;
  let isQuoted = QUOTED.test(line);
  for (let index = 0; index < line.length; index += 1) {
    // A quote inside of an unquoted cell is a part of its text, such as an inch mark.
    if (line[index] === '"') isOpen = isQuoted && !isOpen;
    else if (line[index] === delimiter && !isOpen) {
      cells.push(line.slice(start, index));
      start = index + 1;
      isQuoted = QUOTED.test(line.slice(start));
    }
  }
  cells.push(line.slice(start));
  return cells;
}

/** The text of a cell, without blanks around it and without its quotes. */
export function csvValue(cell: string): string {
  const text = cell.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** The texts of all cells of a line. */
export function csvRow(line: string, delimiter = csvDelimiter(line)): readonly string[] {
  return csvCells(line, delimiter).map(csvValue);
}

/** In which column of the line the cell with that index begins, counted from 1. */
export function csvColumn(cells: readonly string[], index: number): number {
  const before = cells.slice(0, index).join(',').length;
  return before + (index > 0 ? 2 : 1);
}
