import type { BadgeText } from '../page/badge.ts';
import type { Content } from '../page/markup.ts';
import type { Mark } from '../words/signs.ts';

/** Everything that is told of one thing. A page shows all of it, a terminal what it has room for. */
export interface Document {
  /** Shown in the tab of a browser. */
  readonly name: string;
  readonly title: string;
  /** Above the first section: the verdict and what the document is about. */
  readonly head: Parts;
  readonly body: Parts;
  readonly footer?: Content;
  /** A run, or a list of runs, for a script of its own. */
  readonly data?: { readonly script: 'run' | 'runs'; readonly of: () => Content };
}

/** One part of a document: its content, not its looks. */
export type Block =
  | (SectionFrame & { readonly kind: 'section'; readonly blocks: Parts })
  /** The judgement of a document in a word and a sentence, which has one line on a terminal unless it may have more. */
  | {
      readonly kind: 'verdict';
      readonly judgement: BadgeText;
      readonly sentence: string;
      readonly notes?: readonly string[];
      readonly lines?: number;
    }
  /** The figures that a reader wants first, side by side. */
  | FiguresBlock
  /** On a terminal each fact has one line, unless it may have more. */
  | { readonly kind: 'facts'; readonly facts: readonly FactLine[]; readonly lines?: number }
  | TableBlock
  /** A drawing with what it shows. A terminal leaves it out, as it does what is folded. */
  | { readonly kind: 'chart'; readonly caption: Content; readonly drawing: Content }
  | ListBlock
  /** A line for a shell. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'prose'; readonly text: Content; readonly tone: Tone }
  /** Details that open with a click. */
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: Parts }
  /** Blocks beside each other where there is room for two, or for small charts. */
  | { readonly kind: 'beside'; readonly look: 'two' | 'multiples'; readonly blocks: Parts }
  /** Markup of a kind that no other block has, such as a legend. */
  | { readonly kind: 'markup'; readonly markup: Content }
  /** Blocks that a terminal has no room for; made when a page is. */
  | { readonly kind: 'page-only'; readonly blocksOf: () => Parts };

/** Blocks in their order; `null` stands for a part that there is nothing to say about. */
export type Parts = Block | null | readonly Parts[];

/** Where a section stands and what it is called. */
export interface SectionFrame {
  /** Unique in the document; links lead to it. */
  readonly id: string;
  /** Empty: the title of the document says it. */
  readonly title: string;
  readonly hint?: Content;
  /** Its name in the list of contents, if it is listed there. */
  readonly listed?: string | undefined;
}

/** One figure with its name and what it means. */
export interface Figure {
  readonly name: string;
  /** Its name on a terminal, which leaves out figures without one unless all are for it only. */
  readonly label?: string;
  readonly figure: Content;
  /** Other figures of the same thing. */
  readonly beside?: string;
  /** An explanation, for a page. */
  readonly hint?: string;
  /** True for a figure that should not be. */
  readonly isBad?: boolean;
}

/** A figure with its name, and other figures of the same thing. */
export function figure(name: string, text: Content, beside = ''): Figure {
  return { name, figure: text, ...(beside !== '' && { beside }) };
}

/** Figures side by side. */
export interface FiguresBlock {
  readonly kind: 'figures';
  /** Of all of them together; a terminal shows those that have one on one line. */
  readonly name?: string;
  /** `headline`: the first thing that is read on a page. */
  readonly look?: 'headline';
  /** True for figures that a page has elsewhere. */
  readonly isTextOnly?: boolean;
  readonly figures: readonly Figure[];
}

/** A name and what stands beside it. */
export type FactLine = readonly [name: string, value: Content];

export interface ColumnLook {
  /** Shared by columns beside each other that have the same. */
  readonly head: string;
  /** True for figures, which are aligned at the right. */
  readonly number?: boolean;
  /** The name of a cell where rows are stacked on a narrow page, where that is not the head. */
  readonly label?: string;
  /** Class of its cells on a page. */
  readonly className?: string;
  /** True where a terminal leaves it out. */
  readonly pageOnly?: boolean;
}

/** One column of a table: its head, its cells, and how it looks. */
export type TableColumn<Row> = readonly [
  head: string,
  cell: (row: Row, index: number) => Content,
  look?: 'number' | Omit<ColumnLook, 'head'>,
];

interface TableLook {
  readonly caption?: Content;
  /** On narrow pages the cells of a row are stacked, unless they are few enough to stay or so many that they scroll. */
  readonly narrow?: 'stays' | 'scrolls';
  /** A page shows so many rows, and so many further ones folded; of the others it says how many there are. */
  readonly open?: number;
  readonly most?: number;
  /** The file that has the rows that are left out. */
  readonly elsewhere?: string;
  /** How many rows there are, where not all of them are given. */
  readonly inAll?: number;
  /** How many rows a terminal shows where it has room, or all of them in any case; by default as many as of a list. */
  readonly lines?: number | 'all';
}

/** A table with the rows that are shown. */
export interface TableBlock extends Omit<TableLook, 'most'> {
  readonly kind: 'table';
  readonly columns: readonly ColumnLook[];
  readonly rows: readonly (readonly Content[])[];
  /** The judgement of each row: a last column on a page, a sign before the row on a terminal. */
  readonly judgements?: readonly BadgeText[];
  readonly inAll: number;
}

/** One item of a list. */
export interface Item {
  readonly text: string;
  readonly mark?: Mark;
  /** The subject of the item, in small. */
  readonly hint?: Content;
  readonly details?: readonly FactLine[];
  readonly command?: string | undefined;
}

/** Items with details are cards on a page, of which the first are open. */
export interface ListBlock {
  readonly kind: 'list';
  readonly items: readonly Item[];
  readonly title?: string;
  /** The most that a page shows, and the file that has the others. */
  readonly most?: number;
  readonly elsewhere?: string;
}

/** `lead` is larger, `hint` smaller, `muted` paler; `empty` stands where there is nothing to show. */
export type Tone = 'plain' | 'lead' | 'hint' | 'muted' | 'empty' | 'heading';

/** A titled part of a document. */
export function section(frame: SectionFrame, ...blocks: readonly Parts[]): Block {
  return { kind: 'section', ...frame, blocks };
}

/** A paragraph. */
export function prose(text: Content, tone: Tone = 'plain'): Block {
  return { kind: 'prose', text, tone };
}

/** A drawing under its caption. */
export function chart(caption: Content, ...drawing: readonly Content[]): Block {
  return { kind: 'chart', caption, drawing };
}

/** Facts by name; those that are `undefined` are left out. */
export function facts(lines: readonly (FactLine | undefined)[]): Block {
  return { kind: 'facts', facts: lines.filter((fact) => fact !== undefined) };
}

/** Items one below the other; `null` where there are none. */
export function list(items: readonly Item[], look: Omit<ListBlock, 'kind' | 'items'> = {}): Block | null {
  return items.length === 0 ? null : { kind: 'list', items, ...look };
}

/** A table of rows by columns; the first column names the row, and a judgement is its last. */
export function table<Row>({
  columns,
  rows,
  judged,
  most,
  inAll = rows.length,
  ...look
}: TableLook & {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly judged?: { readonly head: string; readonly of: (row: Row) => BadgeText };
}): Block {
  const shownRows = rows.slice(0, most);
  const looks = columns.map(([head, , own]) => ({ head, ...(own === 'number' ? { number: true } : own) }));
  const cells = shownRows.map((row, index) => columns.map(([, cell]) => cell(row, index)));
  const block = { kind: 'table', columns: looks, rows: cells, inAll, ...look } as const;
  if (judged === undefined) return block;
  return { ...block, columns: [...looks, { head: judged.head }], judgements: shownRows.map(judged.of) };
}

/** Blocks that a terminal leaves out. */
export function pageOnly(blocksOf: () => Parts): Block {
  return { kind: 'page-only', blocksOf };
}

/** Facts of something that was done, and the command that does it again, for a page. */
export function repeatable(
  title: string,
  texts: {
    readonly facts: readonly (FactLine | undefined)[];
    readonly line: string;
    readonly before?: string;
  },
): Block {
  const { facts: lines, line, before = 'To repeat it:' } = texts;
  return pageOnly(() =>
    section({ id: 'facts', title, listed: title }, facts(lines), prose(before), {
      kind: 'command',
      command: line,
    }),
  );
}

/** All blocks of a document one after the other. */
export function flattened(blocks: Parts): readonly Block[] {
  if (blocks === null) return [];
  return isList(blocks) ? blocks.flatMap(flattened) : [blocks];
}

function isList(blocks: Block | readonly Parts[]): blocks is readonly Parts[] {
  return Array.isArray(blocks);
}

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
export function plainColumn(column: DataColumn): TableColumn<number> {
  const { head, text, cell = text, order: _order, ...look } = column;
  return [head, cell, look];
}
