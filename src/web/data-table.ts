import { rowMarkup } from '../report/blocks/block-markup.ts';
import type { DataColumn } from '../report/blocks/block.ts';
import { html, type Markup } from '../report/page/markup.ts';
import { grouped } from '../report/words/number-format.ts';
import { made, part } from './dom.ts';

interface DataTable {
  readonly id: string;
  readonly columns: readonly DataColumn[];
  readonly rowCount: number;
  /** Examples of what to search for. */
  readonly placeholder: string;
  /** The rows that a box restricts the table to. */
  readonly restriction?: { readonly label: string; readonly includes: (row: number) => boolean };
}

const ROWS_PER_PAGE = 15;

/** A table that is sorted by a click on a head, and searched: a row matches that has every word somewhere. */
export function dataTable(table: DataTable): HTMLElement {
  const { columns, rowCount, restriction } = table;
  const place = made(tableMarkup(table));
  const all = Array.from({ length: rowCount }, (_, row) => row);
  // Texts are made when they are first searched: a table may have ten thousand rows.
  const texts = new Map<number, string>();
  const textOf = (row: number): string => {
    const text = texts.get(row) ?? columns.map((column) => column.text(row).toLowerCase()).join('\n');
    texts.set(row, text);
    return text;
  };
  let matching: readonly number[] = all;
  let from = 0;
  let sorted: { readonly column: number; readonly sign: 1 | -1 } | undefined;
  const search = part(place, 'input') as HTMLInputElement;
  const box = place.querySelector<HTMLInputElement>('input[type=checkbox]');
  const [previous, next] = place.querySelectorAll<HTMLButtonElement>('.pages button');
  const heads = [...place.querySelectorAll('th')];
  const show = (): void => {
    const rows = matching.slice(from, from + ROWS_PER_PAGE);
    const cells = rows.map((row) => columns.map(({ text, cell = text }) => cell(row)));
    part(place, 'tbody').innerHTML = cells.map((row) => rowMarkup(row, columns).markup).join('');
    part(place, 'caption').textContent = captionOf({ from, rows, matching, all });
    if (previous) previous.disabled = from === 0;
    if (next) next.disabled = from + ROWS_PER_PAGE >= matching.length;
    heads.forEach((head, column) => {
      const sign = sorted?.column === column ? sorted.sign : 0;
      head.setAttribute('aria-sort', sign === 0 ? 'none' : sign === 1 ? 'ascending' : 'descending');
    });
  };
  const find = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    const allowed = box?.checked ? all.filter((row) => restriction?.includes(row)) : all;
    const found = allowed.filter((row) => words.every((word) => textOf(row).includes(word)));
    matching = sorted === undefined ? found : found.sort(comparer(columns[sorted.column], sorted.sign));
    from = 0;
    show();
  };
  heads.forEach((head, column) =>
    head.addEventListener('click', () => {
      if (sorted?.column !== column) sorted = { column, sign: 1 };
      else sorted = sorted.sign === 1 ? { column, sign: -1 } : undefined;
      find();
    }),
  );
  const turn = (pages: number) => () => {
    from += pages * ROWS_PER_PAGE;
    show();
  };
  previous?.addEventListener('click', turn(-1));
  next?.addEventListener('click', turn(1));
  part(place, 'form').addEventListener('input', find);
  part(place, 'form').addEventListener('submit', (event) => event.preventDefault());
  show();
  return place;
}

function tableMarkup({ id, columns, placeholder, restriction }: DataTable): Markup {
  const heads = columns.map(
    ({ head, number }) =>
      html`<th scope="col"${number ? html` class="number"` : null} aria-sort="none"><button type="button" class="sort">${head}</button></th>`,
  );
  return html`<div class="data-table">
<form class="filters" id="${id}-filter"><label>Find<input type="search" placeholder="${placeholder}"></label>${restriction && html`<label class="box"><input type="checkbox">${restriction.label}</label>`}</form>
<table class="stacking" id="${id}"><caption class="muted" aria-live="polite"></caption><thead><tr>${heads}</tr></thead><tbody></tbody></table>
<div class="pages"><button type="button" class="quiet">Previous</button><button type="button" class="quiet">Next</button></div>
</div>`;
}

// Sorting is stable: rows that are equal stay in their order.
function comparer(column: DataColumn | undefined, sign: 1 | -1): (one: number, other: number) => number {
  const order = column?.order ?? column?.text ?? String;
  return (one, other) => {
    const [a, b] = [order(one), order(other)];
    return a < b ? -sign : a > b ? sign : 0;
  };
}

interface TableView extends Readonly<Record<'rows' | 'matching' | 'all', readonly number[]>> {
  readonly from: number;
}

function captionOf({ from, rows, matching, all }: TableView): string {
  const count = grouped(all.length);
  if (matching.length === 0) return `None of ${count} matches`;
  const of = matching.length === all.length ? count : `${grouped(matching.length)} that match, of ${count}`;
  return `${grouped(from + 1)} to ${grouped(from + rows.length)} of ${of}`;
}
