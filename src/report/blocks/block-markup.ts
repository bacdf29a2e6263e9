import { badge } from '../page/badge.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import { capitalized, grouped } from '../words/number-format.ts';
import type { Block, Figure, FiguresBlock, Item, ListBlock, Parts, TableBlock, Tone } from './block.ts';
import { flattened } from './block.ts';

/** Blocks as markup, in their order. */
export function markupOf(blocks: Parts): Content {
  return unwrapped(blocks).map((block) => html`${blockMarkup(block)}\n`);
}

/** Makes blocks for pages alone once: drawings of large networks take seconds. */
export function unwrapped(blocks: Parts): readonly Exclude<Block, { kind: 'page-only' }>[] {
  return flattened(blocks).flatMap((block) =>
    block.kind === 'page-only' ? unwrapped(block.blocksOf()) : [block],
  );
}

function blockMarkup(block: ReturnType<typeof unwrapped>[number]): Content {
  switch (block.kind) {
    case 'section': {
      const { id, title, hint, blocks } = block;
      if (title === '') return html`<section class="card" id="${id}">${markupOf(blocks)}</section>`;
      return html`<section class="card" id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>
${hint ? html`<p class="hint">${hint}</p>` : null}
${markupOf(blocks)}</section>`;
    }
    case 'verdict': {
      const { judgement, sentence, notes = [] } = block;
      const items = notes.map((note) => html`<li>${badge('open', 'note')} ${wholeOptions(note)}</li>`);
      return html`<p class="verdict">${badge(...judgement)} <span>${wholeOptions(sentence)}</span></p>
${items.length === 0 ? null : html`<ul class="standing">${items}</ul>`}`;
    }
    case 'figures':
      return figuresMarkup(block);
    case 'facts':
      return html`<dl class="facts">${block.facts.map(([name, value]) => html`<dt>${name}</dt><dd>${wholeOptions(value)}</dd>`)}</dl>`;
    case 'table':
      return tableMarkup(block);
    case 'chart':
      return html`<figure>${block.caption ? html`<figcaption>${block.caption}</figcaption>` : null}${block.drawing}</figure>`;
    case 'list':
      return listMarkup(block);
    case 'command':
      return html`<div class="command"><pre tabindex="0"><code>${block.command}</code></pre><button type="button" class="quiet" data-copy hidden>Copy</button></div>`;
    case 'prose':
      return proseMarkup(block.text, block.tone);
    case 'folded':
      return html`<details><summary>${block.summary}</summary>${markupOf(block.blocks)}</details>`;
    case 'beside':
      return html`<div class="${BESIDE_CLASSES[block.look]}">${markupOf(block.blocks)}</div>`;
    case 'markup':
      return block.markup;
  }
}

const BESIDE_CLASSES = { two: 'grid', multiples: 'multiples' } as const;

function proseMarkup(text: Content, tone: Tone): Markup {
  if (tone === 'heading') return html`<h3>${text}</h3>`;
  if (tone === 'plain') return html`<p>${text}</p>`;
  return html`<p class="${tone === 'empty' ? 'none' : tone}">${text}</p>`;
}

function figuresMarkup({ name = 'Key figures', look, isTextOnly, figures }: FiguresBlock): Content {
  if (isTextOnly) return null;
  return html`<section aria-label="${name}"><dl class="tiles${look === undefined ? '' : ` ${look}`}">${figures.map(tile)}</dl></section>`;
}

function tile({ name, figure, beside, hint = '', isBad }: Figure): Markup {
  const text = beside === undefined ? hint : `${capitalized(beside)}. ${hint}`;
  return html`<div class="tile"><dt>${unbroken(name)}</dt><dd class="figure${isBad ? ' bad' : ''}">${figure}</dd><dd class="hint">${unbroken(text)}</dd></div>`;
}

// More cards than these would push everything else out of sight.
const OPEN_CARDS = 6;

function listMarkup({ title, items, most, elsewhere }: ListBlock): Content {
  const heading = title ? html`<h3>${title}</h3>` : null;
  const shownItems = items.slice(0, most);
  const rest = restMarkup(items.length - shownItems.length, elsewhere);
  if (items.every(({ details }) => details === undefined))
    return [
      heading,
      html`<ul>${shownItems.map(({ text }) => html`<li>${wholeOptions(text)}</li>`)}</ul>`,
      rest,
    ];
  const cards = shownItems.map(card);
  return [heading, cards.slice(0, OPEN_CARDS), folded(cards.slice(OPEN_CARDS)), rest];
}

function card({ text, hint, details = [], command }: Item): Markup {
  return html`<article class="difference"><h3>${capitalized(text)}</h3>
${hint ? html`<p class="hint">${hint}</p>` : null}
<dl class="sides">${details.map(([name, detail]) => html`<div><dt>${name}</dt><dd>${detail}</dd></div>`)}</dl>
${command ? blockMarkup({ kind: 'command', command }) : null}</article>`;
}

function folded(parts: readonly Content[], markup: Content = parts): Markup | null {
  if (parts.length === 0) return null;
  return html`<details><summary>Show ${grouped(parts.length)} more</summary>${markup}</details>`;
}

function restMarkup(rest: number, elsewhere: string | undefined): Markup | null {
  if (rest <= 0) return null;
  const where = elsewhere === undefined ? '' : html`: <code>${elsewhere}</code> has all`;
  return html`<p class="hint">And ${grouped(rest)} more${where}.</p>`;
}

function tableMarkup(block: TableBlock): Content {
  const { rows, open = rows.length, inAll, elsewhere } = block;
  const badges = block.judgements?.map((judgement) => badge(...judgement));
  const cells = badges === undefined ? rows : rows.map((row, at) => [...row, badges[at]]);
  const further = cells.slice(open);
  return [
    rowsMarkup(block, cells.slice(0, open)),
    folded(further, rowsMarkup(block, further)),
    restMarkup(inAll - rows.length, elsewhere),
  ];
}

function rowsMarkup({ caption, columns, narrow }: TableBlock, rows: TableBlock['rows']): Markup {
  const stacks = narrow === undefined;
  const hasHeads = columns.some(({ head }) => head !== '');
  const markup = html`<table${stacks ? html` class="stacking"` : null}>${caption ? html`<caption>${caption}</caption>` : null}
${hasHeads ? html`<thead><tr>${headMarkup(columns)}</tr></thead>` : null}
<tbody>${rows.map((row) => rowMarkup(row, columns, stacks))}</tbody></table>`;
  return narrow === 'scrolls' ? html`<div class="scroll">${markup}</div>` : markup;
}

/** A row of a table, whose cells name their columns where they are stacked on narrow pages. */
export function rowMarkup(row: readonly Content[], columns: TableBlock['columns'], stacks = true): Markup {
  const cells = row.map((cell, at) => {
    const { head = '', label = head, number, className } = columns[at] ?? {};
    const classes = [number ? 'number' : '', className ?? ''].filter((each) => each !== '').join(' ');
    const classMarkup = classes === '' ? null : html` class="${classes}"`;
    if (at === 0) return html`<th scope="row"${classMarkup}>${cell}</th>`;
    const name = stacks && label !== '' ? html` data-label="${label}"` : null;
    return html`<td${name}${classMarkup}>${cell}</td>`;
  });
  return html`<tr>${cells}</tr>`;
}

// Columns beside each other that have one head share it, such as a bar and its figure.
function headMarkup(columns: TableBlock['columns']): Content {
  return columns.map(({ head }, at) => {
    if (at > 0 && columns[at - 1]?.head === head) return null;
    const next = columns.findIndex((column, index) => index > at && column.head !== head);
    const sharing = columns.slice(at, next === -1 ? undefined : next);
    const number = sharing.some((column) => column.number) ? html` class="number"` : null;
    const span = sharing.length > 1 ? html` colspan="${sharing.length}"` : null;
    return html`<th scope="col"${number}${span}>${head}</th>`;
  });
}

// A number alone at a line's end leaves its unit behind.
function unbroken(text: string): string {
  return text.replace(/(\d) (?=(?:%|ms|s|min|h)\b|%)/g, '$1\u00A0');
}

// Browsers break lines within an option, behind its dashes.
function wholeOptions(content: Content): Content {
  if (typeof content !== 'string') return content;
  return content
    .split(/(--[a-z][a-z-]*)/)
    .map((part, at) => (at % 2 === 0 ? part : html`<span class="unbroken">${part}</span>`));
}
