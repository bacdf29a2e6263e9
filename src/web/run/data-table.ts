import {
  createTable,
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type Table,
  type TableState,
} from '@tanstack/table-core';
import { button, element } from './dom.ts';

/** One column of a table whose rows are numbered. */
export interface DataColumn {
  readonly name: string;
  readonly number?: boolean;
  /** The text of a cell, in the table and in a file. */
  readonly text: (row: number) => string;
  /** By what it is sorted; absent: by its text. */
  readonly order?: (row: number) => number | bigint;
  /** The cell where it is more than its text, such as a link. */
  readonly cell?: (row: number) => Node;
}

/** The rows and columns of a table, and how it is called. */
export interface DataTable {
  readonly id: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly number[];
  /** The column whose values can be chosen from a list. */
  readonly choice?: number;
  readonly placeholder: string;
  readonly fileName: string;
}

const ROWS_PER_PAGE = 15;

/** A table that is sorted, filtered by any column, copied and saved. */
export function dataTable(look: DataTable): HTMLElement {
  const { id, columns, choice, placeholder } = look;
  const table = tableOf(look, () => show());
  const caption = element('caption', { class: 'muted', 'aria-live': 'polite' });
  const body = element('tbody');
  const heads = columns.map((column, at) => headOf(table, column, at));
  const search = element('input', { type: 'search', placeholder });
  const where = element(
    'select',
    {},
    element('option', { value: '' }, 'any column'),
    ...columns.map(({ name }, at) => element('option', { value: String(at) }, name)),
  );
  const values =
    choice === undefined ? [] : [...new Set(look.rows.map((row) => columns[choice]?.text(row) ?? ''))].sort();
  const choose = element(
    'select',
    {},
    element('option', { value: '' }, 'all'),
    ...values.map((value) => element('option', {}, value)),
  );
  const filter = (): void => {
    const wanted = search.value.trim().toLowerCase();
    table.setColumnFilters([
      ...(wanted !== '' && where.value !== '' ? [{ id: where.value, value: { has: wanted } }] : []),
      ...(choose.value === '' ? [] : [{ id: String(choice), value: { is: choose.value } }]),
    ]);
    table.setGlobalFilter(where.value === '' ? wanted : '');
    table.setPageIndex(0);
  };
  const form = element(
    'form',
    { class: 'filters', id: `${id}-filter` },
    element('label', {}, 'Find', search),
    element('label', {}, 'In', where),
    values.length > 1 ? element('label', {}, 'Show', choose) : null,
  );
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  const turn = (by: number): void => table.setPageIndex(table.getState().pagination.pageIndex + by);
  const previous = button('Previous', () => turn(-1));
  const next = button('Next', () => turn(1));
  const show = (): void => {
    const { pageIndex } = table.getState().pagination;
    const matching = table.getFilteredRowModel().rows.length;
    const shown = table.getRowModel().rows;
    body.replaceChildren(...shown.map((row) => rowOf(row.original, columns)));
    caption.textContent = captionOf({
      from: pageIndex * ROWS_PER_PAGE,
      shown: shown.length,
      matching,
      all: look.rows.length,
    });
    previous.disabled = !table.getCanPreviousPage();
    next.disabled = !table.getCanNextPage();
    heads.forEach((head, at) => {
      const sorted = table.getColumn(String(at))?.getIsSorted();
      head.setAttribute(
        'aria-sort',
        sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none',
      );
    });
  };
  show();
  return element(
    'div',
    { class: 'data-table' },
    form,
    element(
      'table',
      { class: 'stacking', id },
      caption,
      element('thead', {}, element('tr', {}, ...heads)),
      body,
    ),
    element(
      'div',
      { class: 'pages' },
      previous,
      next,
      copyButton(table, look),
      button('Save as CSV', () => save(table, look)),
    ),
  );
}

// Cells are asked for when they are shown, filtered or sorted: a table may have twenty thousand rows.
function tableOf({ columns, rows }: DataTable, onChange: () => void): Table<number> {
  let state: Partial<TableState> = {
    pagination: { pageIndex: 0, pageSize: ROWS_PER_PAGE },
    sorting: [],
    columnFilters: [],
    globalFilter: '',
    columnPinning: { left: [], right: [] },
  };
  const lowered = columns.map(() => new Map<number, string>());
  const textOf = (row: number, at: number): string => {
    const known = lowered[at]?.get(row);
    if (known !== undefined) return known;
    const text = columns[at]?.text(row).toLowerCase() ?? '';
    lowered[at]?.set(row, text);
    return text;
  };
  const table = createTable<number>({
    data: [...rows],
    columns: columns.map(({ order, text }, at) => ({
      id: String(at),
      accessorFn: (row) => (order ?? text)(row),
      filterFn: ({ original }, _, wanted: { readonly has?: string; readonly is?: string }) =>
        wanted.is === undefined
          ? textOf(original, at).includes(wanted.has ?? '')
          : text(original) === wanted.is,
      sortingFn: (one, other) => compared((order ?? text)(one.original), (order ?? text)(other.original)),
      sortDescFirst: false,
      enableGlobalFilter: true,
    })),
    globalFilterFn: ({ original }, column, wanted: string) =>
      textOf(original, Number(column)).includes(wanted),
    getColumnCanGlobalFilter: () => true,
    state,
    renderFallbackValue: '',
    autoResetPageIndex: false,
    onStateChange: (change) => {
      state = typeof change === 'function' ? change(state as TableState) : change;
      table.setOptions((options) => ({ ...options, state }));
      onChange();
    },
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  });
  return table;
}

function compared(one: string | number | bigint, other: string | number | bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function headOf(table: Table<number>, { name, number }: DataColumn, at: number): HTMLElement {
  const sort = element('button', { type: 'button', class: 'sort' }, name);
  sort.addEventListener('click', () => table.getColumn(String(at))?.toggleSorting());
  return element('th', { scope: 'col', class: number ? 'number' : undefined, 'aria-sort': 'none' }, sort);
}

function rowOf(row: number, columns: readonly DataColumn[]): HTMLElement {
  return element(
    'tr',
    {},
    ...columns.map(({ name, number, text, cell }) =>
      element(
        'td',
        { 'data-label': name, class: number ? 'number' : undefined },
        cell === undefined ? text(row) : cell(row),
      ),
    ),
  );
}

function captionOf({
  from,
  shown,
  matching,
  all,
}: Readonly<Record<'from' | 'shown' | 'matching' | 'all', number>>): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (matching === 0) return `None of ${number(all)} matches`;
  const of = matching === all ? number(all) : `${number(matching)} that match, of ${number(all)}`;
  return `${number(from + 1)} to ${number(from + shown)} of ${of}`;
}

function linesOf(
  table: Table<number>,
  { columns }: DataTable,
  joined: (cells: readonly string[]) => string,
): string {
  const rows = table
    .getSortedRowModel()
    .rows.map(({ original }) => columns.map(({ text }) => text(original)));
  return [columns.map(({ name }) => name), ...rows].map((cells) => `${joined(cells)}\r\n`).join('');
}

// As RFC 4180 has it.
function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}

function save(table: Table<number>, look: DataTable): void {
  const url = URL.createObjectURL(new Blob([linesOf(table, look, csvLine)], { type: 'text/csv' }));
  const link = element('a', { href: url, download: look.fileName });
  link.click();
  URL.revokeObjectURL(url);
}

// Tabs, so that it can be put into a sheet.
function copyButton(table: Table<number>, look: DataTable): HTMLElement {
  const copy = button('Copy', () => {
    navigator.clipboard.writeText(linesOf(table, look, (cells) => cells.join('\t'))).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'Not allowed here'),
    );
  });
  copy.hidden = !isSecureContext;
  return copy;
}
