import type { Content } from '../page/markup.ts';

/** One part of a document: what is said, not how it looks. A document is a list of blocks, for a page or a terminal. */
export type Block =
  | (SectionFrame & { readonly kind: 'section'; readonly blocks: Parts })
  /** The judgement of a document in a word and a sentence; notes stand beside it. */
  | {
      readonly kind: 'verdict';
      readonly judgement: BadgeText;
      readonly sentence: string;
      readonly notes?: readonly string[];
    }
  /** The figures that a reader wants first, side by side. */
  | { readonly kind: 'figures'; readonly name?: string; readonly figures: readonly Figure[] }
  /** On a terminal each fact has one line, unless it may have more. */
  | { readonly kind: 'facts'; readonly facts: readonly FactLine[]; readonly lines?: number }
  | (TableLook & {
      readonly kind: 'table';
      readonly columns: readonly ColumnLook[];
      readonly rows: readonly (readonly Content[])[];
    })
  /** A drawing with what it shows; a terminal leaves it out, as it does what is folded. */
  | { readonly kind: 'chart'; readonly caption: Content; readonly drawing: Content }
  | ListBlock
  /** A line for a shell. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'prose'; readonly text: Content; readonly tone: Tone }
  /** Details that open with a click. */
  | { readonly kind: 'folded'; readonly summary: string; readonly isOpen?: boolean; readonly blocks: Parts }
  /** Blocks beside each other where there is room for two, for three, or for small charts. */
  | { readonly kind: 'beside'; readonly look: 'two' | 'three' | 'multiples'; readonly blocks: Parts }
  /** Markup that only a page can show: forms, and tables that its script fills. */
  | { readonly kind: 'page-only'; readonly markup: Content };

/** Blocks in their order; `null` stands for a part that there is nothing to say about. */
export type Parts = Block | null | readonly Parts[];

/** Where a section stands and what it is called. */
export interface SectionFrame {
  /** Unique in the document; links lead to it. */
  readonly id: string;
  /** Empty: the title of the document says it. */
  readonly title: string;
  readonly hint?: Content;
  /** Its name in the list of contents; absent: it is not listed. */
  readonly listed?: string | undefined;
}

/** Whether something is as it should be. */
export type Mark = 'good' | 'bad' | 'open' | 'unknown';

/** A judgement: its mark and its word. */
export type BadgeText = readonly [mark: Mark, word: string];

/** One figure with its name and what it means. */
export interface Figure {
  readonly name: string;
  readonly figure: Content;
  readonly hint: string;
  /** True for a figure that should not be. */
  readonly isBad?: boolean;
}

/** A name and what stands beside it. */
export type FactLine = readonly [name: string, value: Content];

interface ColumnLook {
  /** Shared by columns beside each other that have the same. */
  readonly head: string;
  /** True for figures, which are aligned at the right. */
  readonly number?: boolean;
  /** The name of a cell where rows are stacked on a narrow page; absent: the head. */
  readonly label?: string;
  /** How many columns of a terminal it takes at least. */
  readonly width?: number;
  /** Class of its cells on a page. */
  readonly className?: string;
}

/** One column of a table. */
export interface TableColumn<Row> extends ColumnLook {
  readonly cell: (row: Row, index: number) => Content;
}

interface TableLook {
  readonly caption?: Content;
  /** On narrow pages the cells of a row are stacked, unless they are few enough to stay or so many that they scroll. */
  readonly narrow?: 'stays' | 'scrolls';
}

/** One item of a list. */
export interface Item {
  readonly text: string;
  readonly mark?: Mark;
  readonly details?: readonly (readonly [name: string, text: string])[];
  readonly command?: string | undefined;
}

interface ListBlock {
  readonly kind: 'list';
  readonly items: readonly Item[];
  readonly title?: string;
  /** Named where a terminal counts the items it has room for; absent: the count is enough. */
  readonly noun?: string;
  /** A terminal's words for the items after so many; absent: it counts those that it shows. */
  readonly rest?: (shown: number) => string;
}

/** `lead` is larger, `hint` smaller, `muted` paler; `empty` stands where there is nothing to show. */
export type Tone = 'plain' | 'lead' | 'hint' | 'muted' | 'empty' | 'heading';

/** A titled part of a document. */
export function section(frame: SectionFrame, ...blocks: readonly Parts[]): Block {
  return { kind: 'section', ...frame, blocks };
}

/** A section of which there is nothing to show, with the reason. */
export function emptySection(frame: SectionFrame, why: Content): Block {
  return section(frame, prose(why, 'empty'));
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

/** Items one below the other; a terminal shows as many as it has room for. */
export function list(items: readonly Item[], look: Omit<ListBlock, 'kind' | 'items'> = {}): Block | null {
  return items.length === 0 ? null : { kind: 'list', items, ...look };
}

/** A table of rows by columns; the first column names the row. */
export function table<Row>({
  columns,
  rows,
  ...look
}: TableLook & { readonly columns: readonly TableColumn<Row>[]; readonly rows: readonly Row[] }): Block {
  const cells = rows.map((row, index) => columns.map(({ cell }) => cell(row, index)));
  return { kind: 'table', columns, rows: cells, ...look };
}

/** Facts of something that was done, and the command that does it again. */
export function repeatable(
  title: string,
  {
    facts: lines,
    line,
    before = 'To repeat it:',
  }: {
    readonly facts: readonly (FactLine | undefined)[];
    readonly line: string;
    readonly before?: string;
  },
): Block {
  return section({ id: 'facts', title, listed: title }, facts(lines), prose(before), {
    kind: 'command',
    command: line,
  });
}

/** All blocks of a document one after the other. */
export function flattened(blocks: Parts): readonly Block[] {
  if (blocks === null) return [];
  return isList(blocks) ? blocks.flatMap(flattened) : [blocks];
}

function isList(blocks: Block | readonly Parts[]): blocks is readonly Parts[] {
  return Array.isArray(blocks);
}
