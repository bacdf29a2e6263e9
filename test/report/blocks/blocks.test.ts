import { describe, expect, it } from 'vitest';
import { list, pageOnly, prose, section, table } from '../../../src/report/blocks/block.ts';
import { markupOf } from '../../../src/report/blocks/block-markup.ts';
import { pageOf } from '../../../src/report/blocks/page.ts';
import { screenOf, terminalLines } from '../../../src/report/blocks/terminal.ts';
import { html, plainText } from '../../../src/report/page/markup.ts';
import { painter } from '../../../src/report/words/text-lines.ts';

const FRAME = { paint: painter(false), width: 40 };
const CHANNELS = table({
  caption: 'Two channels',
  columns: [
    ['Channel', ({ name }) => html`<b>${name}</b>`],
    ['Balance', () => '▇'],
    ['Balance', ({ balance }) => balance, 'number'],
    ['Its state at the end', ({ state }) => state, { label: 'State' }],
  ],
  rows: [
    { name: 'a & b', balance: 5, state: 'open' },
    { name: 'b – c', balance: 1200, state: 'closed' },
  ],
});

describe('a table', () => {
  it('names its columns once: in the heads, and beside the cells of narrow pages', () => {
    const page = html`${markupOf(CHANNELS)}`.markup;
    expect(page).toContain(
      '<th scope="col">Channel</th><th scope="col" class="number" colspan="2">Balance</th>',
    );
    expect(page).toContain('<th scope="row"><b>a &amp; b</b></th>');
    expect(page).toContain('<td data-label="Balance" class="number">5</td><td data-label="State">open</td>');
  });

  it('is aligned on a terminal, without its markup', () => {
    expect(terminalLines(CHANNELS, { ...FRAME, width: 80 })).toEqual([
      'Two channels  Balance  Balance  Its state at the end',
      '  a & b       ▇              5  open',
      '  b – c       ▇           1200  closed',
    ]);
  });
});

describe('a list', () => {
  const items = ['one', 'two', 'three'].map((text) => ({ text, mark: 'bad' as const }));

  it('says how many of its items a terminal shows', () => {
    expect(terminalLines(list(items, { title: 'Wrong' }), FRAME, { rows: 2, most: 2 })).toEqual([
      'Wrong (2 of 3)',
      '  ✗ one',
      '  ✗ two',
    ]);
    expect(terminalLines(list(items, { title: 'Wrong' }), FRAME)).toHaveLength(4);
  });

  it('of nothing is no block', () => {
    expect(list([], { title: 'Wrong' })).toBeNull();
  });
});

describe('a document on a screen', () => {
  it('has as many rows in its lists as fit', () => {
    const items = Array.from({ length: 30 }, (_, at) => ({ text: `${at}` }));
    const listed = Array.from({ length: 5 }, (_, at) => list(items, { title: `List ${at}` }));
    const text = screenOf({ name: 'x', title: 'X', head: null, body: listed }, { color: false, width: 40 }, [
      'end',
    ]);
    expect(text.split('\n')).toHaveLength(2 + 5 * 4 + 1);
    expect(text).toContain('List 4 (3 of 30)');
  });

  it('leaves out what is for pages alone', () => {
    const body = pageOnly(() => {
      throw new Error('must not be made');
    });
    expect(terminalLines(section({ id: 'a', title: 'A' }, body), FRAME)).toEqual([]);
  });
});

describe('a page', () => {
  const part = (id: string, listed?: string) => section({ id, title: `<${id}>`, listed }, prose('text'));

  it('lists its sections in their order, also those beside each other', () => {
    const body = [
      part('a', 'A'),
      part('b'),
      { kind: 'beside', look: 'two', blocks: [part('c', 'C')] } as const,
    ];
    const page = pageOf({ name: 'x', title: 'X', head: null, body });
    expect(page).toContain('<li><a href="#a">A</a></li><li><a href="#c">C</a></li></ul>');
    expect(page).toContain('<h2 id="b-h">&lt;b&gt;</h2>');
  });

  it('has no list of one section', () => {
    expect(pageOf({ name: 'x', title: 'X', head: null, body: part('a', 'A') })).not.toContain('On this page');
  });
});

it('plain text is what was written, whatever it is', () => {
  const text = `<b> & "'&lt;`;
  expect(plainText(html`<i>${text}</i>`)).toBe(text);
});
