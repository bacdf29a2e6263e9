/** A table of a plan's figures, by columns of one length. */
export interface FigureTable {
  readonly columns: readonly FigureColumn[];
}

/** A column; a value is absent where a replication has no such figure. */
interface FigureColumn {
  readonly name: string;
  readonly values: readonly (string | number | undefined)[];
}

/** A table as RFC 4180 has it; a figure that is absent is an empty cell. */
export function tableCsv({ columns }: FigureTable): string {
  const texts = columns.map(({ values }) => values.map((value) => value?.toString() ?? ''));
  const rows = (texts[0] ?? []).map((_, row) => texts.map((column) => column[row] as string));
  const header = columns.map(({ name }) => name);
  return [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

// A spreadsheet takes a text for a formula that begins so, but for a number: an apostrophe keeps it a text.
const FORMULA = /^[=+\-@\t\r](?![\d.,]*$)/;

function cell(written: string): string {
  const text = FORMULA.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
