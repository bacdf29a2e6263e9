/** The operations table as the page carries it; each cell is a number of a text. */
interface OperationData {
  readonly rowsPerPage: number;
  readonly columns: readonly { readonly name: string; readonly number?: boolean }[];
  readonly rows: readonly (readonly number[])[];
  readonly texts: readonly string[];
}

/** Fills the operations table page by page with what the form asks for. */
export function filterOperations(): void {
  const source = document.querySelector('#operations-data');
  const form = document.querySelector<HTMLFormElement>('#operations-filter');
  const search = form?.querySelector('input');
  const choice = form?.querySelector('select');
  const table = document.querySelector<HTMLTableElement>('#operations-table');
  const pages = table?.parentElement?.querySelector<HTMLElement>('.pages');
  if (!source || !form || !search || !choice || !table || !pages) return;
  const data = JSON.parse(source.textContent ?? '') as OperationData;
  const lowered = data.texts.map((text) => text.toLowerCase());
  let page = 0;
  const show = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const result = choice.value;
    const matching = data.rows.filter((row) => {
      const last = row.at(-1);
      if (result !== '' && (last === undefined || data.texts[last] !== result)) return false;
      return wanted === '' || row.some((cell) => lowered[cell]?.includes(wanted));
    });
    const from = page * data.rowsPerPage;
    const shown = matching.slice(from, from + data.rowsPerPage);
    table.tBodies[0]?.replaceChildren(...shown.map((row) => rowOf(row, data)));
    if (table.caption)
      table.caption.textContent = captionOf({
        from,
        shown: shown.length,
        matching: matching.length,
        all: data.rows.length,
      });
    for (const button of pages.querySelectorAll<HTMLButtonElement>('[data-page]')) {
      const target = page + Number(button.dataset['page']);
      button.disabled = target < 0 || target * data.rowsPerPage >= matching.length;
    }
  };
  pages.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-page]');
    if (!button) return;
    page += Number(button.dataset['page']);
    show();
  });
  form.addEventListener('input', () => {
    page = 0;
    show();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  pages.hidden = false;
  show();
}

function captionOf({
  from,
  shown,
  matching,
  all,
}: Record<'from' | 'shown' | 'matching' | 'all', number>): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (matching === 0) return `None of ${number(all)} matches`;
  const of = matching === all ? number(all) : `${number(matching)} that match, of ${number(all)}`;
  return `${number(from + 1)} to ${number(from + shown)} of ${of}`;
}

function rowOf(row: readonly number[], data: OperationData): HTMLTableRowElement {
  const element = document.createElement('tr');
  row.forEach((cell, index) => {
    const column = data.columns[index];
    const place = element.insertCell();
    place.textContent = data.texts[cell] ?? '';
    place.dataset['label'] = column?.name ?? '';
    if (column?.number) place.className = 'number';
  });
  return element;
}
