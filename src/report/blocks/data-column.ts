import type { Content } from '../page/markup.ts';
import type { ColumnLook, TableColumn } from './block.ts';

/** A column of a table that a script sorts and searches; its rows are numbered. */
export interface DataColumn extends ColumnLook {
  readonly text: (row: number) => string;
  /** The value that rows are sorted by; without it they are sorted by their texts. */
  readonly order?: (row: number) => number | bigint;
  /** The cell where it is more than its text, such as a link. */
  readonly cell?: (row: number) => Content;
}

/** A column of numbers, which are sorted as such. */
export function numberColumn(
  head: string,
  order: (row: number) => number,
  write: (value: number) => string = String,
): DataColumn {
  return { head, number: true, order, text: (row) => write(order(row)) };
}

/** The column for a table that no script sorts. */
export function plainColumn({ text, cell = text, order: _order, ...look }: DataColumn): TableColumn<number> {
  return { ...look, cell };
}
