import { type Mark, SIGNS } from '../../report/words/signs.ts';

type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes and children; what is a text stays one. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Terms with what is said of them. */
export function factList(facts: readonly (readonly [string, Child] | null)[]): HTMLElement {
  return element(
    'dl',
    { class: 'facts' },
    ...facts
      .filter((fact) => fact !== null)
      .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}

/** A table of cells; those of columns that begin with `>` are figures. */
export function plainTable(
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
  caption?: string,
): HTMLElement {
  const names = columns.map((column) => column.replace(/^>/, ''));
  const look = (at: number): Attributes => (columns[at]?.startsWith('>') ? { class: 'number' } : {});
  return element(
    'table',
    { class: 'stacking' },
    caption === undefined ? null : element('caption', {}, caption),
    element(
      'thead',
      {},
      element('tr', {}, ...names.map((name, at) => element('th', { scope: 'col', ...look(at) }, name))),
    ),
    element(
      'tbody',
      {},
      ...rows.map((row) =>
        element(
          'tr',
          {},
          ...row.map((cell, at) => element('td', { 'data-label': names[at], ...look(at) }, cell)),
        ),
      ),
    ),
  );
}

/** A button of the quiet kind. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'quiet' }, text);
  made.addEventListener('click', act);
  return made;
}

/** A judgement in a word with its sign. */
export function badge(mark: Mark, word: string): HTMLElement {
  const sign = element('span', { 'aria-hidden': 'true' }, SIGNS[mark]);
  return element('span', { class: `badge ${mark === 'unknown' ? 'open' : mark}` }, sign, ` ${word}`);
}
