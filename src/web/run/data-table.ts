import { button, element } from './dom.ts';

/** One column of a table whose rows are numbered. */
export interface DataColumn {
  readonly name: string;
  readonly number?: boolean;
  readonly text: (row: number) => string;
  /** By what it is sorted; absent: by its text. */
  readonly order?: (row: number) => number | bigint;
  /** The cell where it is more than its text, such as a link. */
  readonly cell?: (row: number) => Node;
}

/** The columns of a table, how many rows it has, and how its search is introduced. */
export interface DataTable {
  readonly id: string;
  readonly columns: readonly DataColumn[];
  readonly rowCount: number;
  readonly placeholder: string;
}

const ROWS_PER_PAGE = 15;

/** A table that is sorted by a click on a head, and searched: a row matches that has every word somewhere. */
export function dataTable({ id, columns, rowCount, placeholder }: DataTable): HTMLElement {
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
  const caption = element('caption', { class: 'muted', 'aria-live': 'polite' });
  const body = element('tbody');
  const search = element('input', { type: 'search', placeholder });
  const turn = (by: number): void => {
    from += by;
    show();
  };
  const previous = button('Previous', () => turn(-ROWS_PER_PAGE));
  const next = button('Next', () => turn(ROWS_PER_PAGE));
  const heads = columns.map(({ name, number }, column) => {
    const sort = element('button', { type: 'button', class: 'sort' }, name);
    sort.addEventListener('click', () => {
      if (sorted?.column !== column) sorted = { column, sign: 1 };
      else sorted = sorted.sign === 1 ? { column, sign: -1 } : undefined;
      find();
    });
    return element('th', { scope: 'col', class: number ? 'number' : undefined, 'aria-sort': 'none' }, sort);
  });
  const find = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = all.filter((row) => words.every((word) => textOf(row).includes(word)));
    matching = sorted === undefined ? found : found.sort(comparer(columns[sorted.column], sorted.sign));
    from = 0;
    show();
  };
  const show = (): void => {
    const shown = matching.slice(from, from + ROWS_PER_PAGE);
    body.replaceChildren(...shown.map((row) => rowOf(row, columns)));
    caption.textContent = captionOf({ from, shown: shown.length, matching: matching.length, all: rowCount });
    previous.disabled = from === 0;
    next.disabled = from + ROWS_PER_PAGE >= matching.length;
    heads.forEach((head, column) => {
      const way = sorted?.column === column ? sorted.sign : 0;
      head.setAttribute('aria-sort', way === 0 ? 'none' : way === 1 ? 'ascending' : 'descending');
    });
  };
  show();
  const form = element(
    'form',
    { class: 'filters', id: `${id}-filter` },
    element('label', {}, 'Find', search),
  );
  form.addEventListener('input', find);
  form.addEventListener('submit', (event) => event.preventDefault());
  const head = element('thead', {}, element('tr', {}, ...heads));
  return element(
    'div',
    { class: 'data-table' },
    form,
    element('table', { class: 'stacking', id }, caption, head, body),
    element('div', { class: 'pages' }, previous, next),
  );
}

// Sorting is stable: rows that are equal stay in their order.
function comparer(column: DataColumn | undefined, sign: 1 | -1): (one: number, other: number) => number {
  const order = column?.order ?? column?.text ?? String;
  return (one, other) => {
    const [a, b] = [order(one), order(other)];
    return a < b ? -sign : a > b ? sign : 0;
  };
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
