import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { InputError, type InputFault } from '../../errors.ts';
import { suggestion } from '../text/suggestion.ts';
import { csvCells, csvColumn, csvValue } from './csv-cells.ts';

interface AmountsFile {
  readonly file: string;
  readonly text: string;
  readonly column?: string | undefined;
}

/**
 * Reads amounts from one column of a CSV text: the named one, else the first. A first line without a
 * number in that column is a header. Throws InputError with the place of every value that is no amount.
 */
export function readAmountsCsv({ file, text, column }: AmountsFile): readonly Amount[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = csvCells(lines[0] ?? '').map(csvValue);
  const index = column === undefined ? 0 : header.indexOf(column);
  if (column !== undefined && index < 0)
    throw new InputError({
      place: { file, line: 1, column: 1 },
      message: `no column "${column}", the header has ${header.join(', ')}`,
      hint: suggestion(column, header),
    });
  const values: Amount[] = [];
  const faults: InputFault[] = [];
  for (const [lineIndex, line] of lines.entries()) {
    const isHeader = lineIndex === 0 && (column !== undefined || parseAmount(header[0]) === undefined);
    if (isHeader || line.trim() === '') continue;
    const cells = csvCells(line);
    const value = parseAmount(csvValue(cells[index] ?? ''));
    if (value !== undefined) {
      values.push(value);
      continue;
    }
    faults.push({
      place: { file, line: lineIndex + 1, column: csvColumn(cells, index) },
      message: `found ${JSON.stringify(cells[index] ?? '')}, expected an amount: an integer from 0 to 2^256-1`,
    });
  }
  if (faults.length > 0) throw new InputError(faults);
  if (values.length === 0) throw new InputError({ place: { file }, message: 'no amounts in this file' });
  return values;
}
