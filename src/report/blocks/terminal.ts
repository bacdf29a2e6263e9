import { type Content, plainText } from '../page/markup.ts';
import { grouped } from '../words/number-format.ts';
import {
  clipped,
  continued,
  LABEL_COLUMNS,
  labelled,
  type Paint,
  painter,
  type TextFrame,
  wrapped,
} from '../words/text-lines.ts';
import type { Block, Document, Figure, Item, ListBlock, Parts, TableBlock } from './block.ts';
import { flattened } from './block.ts';
import { type Mark, SIGNS } from '../words/signs.ts';

/** How a document is written on a terminal. */
export interface TextLook {
  readonly color: boolean;
  /** Columns; 80 is what every terminal has. */
  readonly width: number;
}

// A terminal's 24 rows less one for the prompt.
const SCREEN_LINES = 23;
// Longer lists push others off the screen.
const MOST_ROWS = 4;
// No table has more rows on a screen.
const MOST_LINES = 12;

/** A document on one screen: its lists and tables are cut until all of it fits. */
export function screenOf({ title, head, body }: Document, look: TextLook, foot: readonly string[]): string {
  const frame = frameOf(look);
  const taken = headLines({ title, head }, frame);
  const room = SCREEN_LINES - taken.length - foot.length;
  const fitting = ROOMS.find((each) => terminalLines(body, frame, each).length <= room) ?? LEAST;
  return [...taken, ...terminalLines(body, frame, fitting), ...foot].join('\n');
}

/** A document as long as it is, with so many rows of each list. */
export function textOf({ title, head, body }: Document, look: TextLook, rows: number): string {
  const frame = frameOf(look);
  const room = { rows, most: Number.POSITIVE_INFINITY };
  return [...headLines({ title, head }, frame), ...terminalLines(body, frame, room)].join('\n');
}

function frameOf({ color, width }: TextLook): TextFrame {
  return { paint: painter(color), width };
}

function headLines({ title, head }: Pick<Document, 'title' | 'head'>, frame: TextFrame): readonly string[] {
  return [...wrappedLines(title, frame, 2).map(frame.paint.bold), ...terminalLines(head, frame), ''];
}

/** How many rows of a list are shown, and at most of a table that asks for more. */
interface Room {
  readonly rows: number;
  readonly most: number;
}

const LEAST: Room = { rows: 1, most: 1 };
// Lists give way first.
const ROOMS: readonly Room[] = Array.from({ length: MOST_ROWS }, (_, cut) => MOST_ROWS - cut).flatMap(
  (rows) => Array.from({ length: MOST_LINES - rows + 1 }, (_, cut) => ({ rows, most: MOST_LINES - cut })),
);
const ALL: Room = { rows: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** Blocks as lines of a terminal. */
export function terminalLines(blocks: Parts, frame: TextFrame, room = ALL): readonly string[] {
  return flattened(blocks).flatMap((block) => blockLines(block, frame, room));
}

function blockLines(block: Block, frame: TextFrame, room: Room): readonly string[] {
  const { paint, width } = frame;
  switch (block.kind) {
    case 'section':
      return sectionLines(block, frame, room);
    case 'verdict': {
      const { judgement, sentence, notes = [], lines = 1 } = block;
      const said = wrapped(sentence, { width: width - 2, lines });
      const marked = said.map((line, at) => `${at === 0 ? markText(judgement[0], paint) : ' '} ${line}`);
      return [...marked, ...notes.flatMap((note) => noteLines(note, frame))];
    }
    case 'figures':
      return figureLines(block, frame);
    case 'facts':
      return factLines(block, frame);
    case 'table':
      return tableLines(block, { frame, room, title: block.caption });
    case 'list':
      return listLines(block, frame, room);
    case 'command':
      return continued(block.command, { width, indent: 4 });
    case 'prose':
      return proseLines(block, frame);
    case 'beside':
      return terminalLines(block.blocks, frame, room);
    case 'chart':
    case 'folded':
    case 'markup':
    case 'page-only':
      return [];
  }
}

// A title stands above what needs one; in a table it takes the place of the first head.
function sectionLines(
  { title, blocks }: Extract<Block, { kind: 'section' }>,
  frame: TextFrame,
  room: Room,
): readonly string[] {
  const lines: string[] = [];
  for (const block of flattened(blocks)) {
    if (block.kind === 'table' && lines.length === 0) {
      lines.push(...tableLines(block, { frame, room, title }));
      continue;
    }
    const ownLines = blockLines(block, frame, room);
    const isNamed =
      ['figures', 'facts'].includes(block.kind) || ('title' in block && block.title !== undefined);
    if (lines.length === 0 && ownLines.length > 0 && !isNamed) lines.push(frame.paint.dim(title));
    lines.push(...ownLines);
  }
  return lines;
}

function figureLines(
  { name: label, isTextOnly, figures }: Extract<Block, { kind: 'figures' }>,
  frame: TextFrame,
): readonly string[] {
  if (label !== undefined) {
    const texts = figures.map(({ name, label: short = name, figure }) => `${plainText(figure)} ${short}`);
    return [labelled(label, texts.join(' · '), frame)];
  }
  return figures.flatMap((each: Figure) => {
    const { figure, beside, label: name = isTextOnly ? each.name : undefined } = each;
    if (name === undefined) return [];
    return [
      labelled(name, [plainText(figure), ...(beside === undefined ? [] : [beside])].join(' · '), frame),
    ];
  });
}

function factLines(
  { facts, lines = 1 }: Extract<Block, { kind: 'facts' }>,
  { paint, width }: TextFrame,
): readonly string[] {
  const columns = Math.max(LABEL_COLUMNS, ...facts.map(([name]) => name.length + 2));
  return facts.flatMap(([name, value]) =>
    wrapped(plainText(value), { width: width - columns, lines }).map(
      (line, at) => `${paint.dim((at === 0 ? name : '').padEnd(columns))}${line}`,
    ),
  );
}

function noteLines(note: string, { paint, width }: TextFrame): readonly string[] {
  const lines = wrapped(note, { width: width - 2, lines: 2 });
  return lines.map((line, index) => `${index === 0 ? paint.warn('!') : ' '} ${line}`);
}

function proseLines({ text, tone }: Extract<Block, { kind: 'prose' }>, frame: TextFrame): readonly string[] {
  switch (tone) {
    case 'hint':
    case 'empty':
      return [];
    case 'muted':
      return [frame.paint.dim(clipped(plainText(text), frame.width))];
    case 'lead':
      return wrappedLines(text, frame, 3);
    case 'plain':
    case 'heading':
      return wrappedLines(text, frame, 2);
  }
}

function wrappedLines(text: Content, { width }: TextFrame, lines: number): readonly string[] {
  return wrapped(plainText(text), { width, lines });
}

function listLines({ title, items }: ListBlock, frame: TextFrame, { rows }: Room): readonly string[] {
  // An item with details takes as much room as several without.
  const hasDetails = items.some(({ details }) => details !== undefined);
  const visible = items.slice(0, hasDetails ? Math.max(1, rows - 2) : rows);
  const rest = items.length - visible.length;
  return [
    ...(title === undefined ? [] : [frame.paint.dim(`${title}${countText(visible.length, items.length)}`)]),
    ...visible.flatMap((item) => itemLines(item, frame)),
    ...(title === undefined && rest > 0 ? [frame.paint.dim(`  and ${grouped(rest)} more`)] : []),
  ];
}

const DETAIL_COLUMNS = 12;

function itemLines({ text, mark, hint, details = [], command }: Item, frame: TextFrame): readonly string[] {
  const { paint, width } = frame;
  const sign = mark === undefined ? '' : `${markText(mark, paint)} `;
  const about = hint === undefined ? '' : ` · ${plainText(hint)}`;
  return [
    `  ${sign}${clipped(`${text}${about}`, width - (mark === undefined ? 2 : 4))}`,
    ...details.map(([name, detail]) => {
      const label = paint.dim(name.toLowerCase().padEnd(DETAIL_COLUMNS));
      return `    ${label}${clipped(plainText(detail), width - DETAIL_COLUMNS - 4)}`;
    }),
    ...(command === undefined ? [] : continued(command, { width, indent: 4 })),
  ];
}

// Narrower than this a name says nothing.
const FEWEST_COLUMNS = 14;

// Of a narrow window the names give way first: a figure that is cut is none.
function tableLines(
  { columns, rows, judgements = [], lines, inAll }: TableBlock,
  { frame, room, title }: { readonly frame: TextFrame; readonly room: Room; readonly title: Content },
): readonly string[] {
  const { paint, width } = frame;
  const visible = lines === 'all' ? rows : rows.slice(0, Math.min(lines ?? room.rows, room.most));
  const count = countText(visible.length, inAll);
  const heads = columns.map(({ head }, at) => (at === 0 && title ? plainText(title) : head));
  const texts = [heads, ...visible.map((row) => row.map(plainText))];
  const widths = columns.map((_, at) => Math.max(0, ...texts.slice(1).map((row) => row[at]?.length ?? 0)));
  const used = widths.flatMap((columnWidth, at) =>
    columnWidth > 0 && columns[at]?.pageOnly !== true ? [at] : [],
  );
  const margin = judgements.length === 0 ? 2 : 4;
  const full = used.map((at) =>
    Math.max(widths[at] ?? 0, (heads[at]?.length ?? 0) + (at === 0 ? count.length - margin : 0)),
  );
  const over = full.reduce((sum, each) => sum + each + 2, margin - 2) - width;
  const nameColumns = full[0] ?? 0;
  full[0] = Math.max(Math.min(nameColumns, FEWEST_COLUMNS), nameColumns - Math.max(0, over));
  const lineOf = (row: readonly string[], line: number): string => {
    const cells = used.map((at, place) => {
      const isTitle = line === 0 && at === 0;
      const columnWidth = (full[place] ?? 0) + (isTitle ? margin : 0);
      const after = isTitle ? count : '';
      const text =
        place === 0 ? `${clipped(row[at] ?? '', columnWidth - after.length)}${after}` : (row[at] ?? '');
      return columns[at]?.number ? text.padStart(columnWidth) : text.padEnd(columnWidth);
    });
    return clipped(cells.join('  ').trimEnd(), line === 0 ? width : width - margin);
  };
  return texts.flatMap((row, line) => {
    const text = lineOf(row, line);
    if (line === 0) return text === '' ? [] : [paint.dim(text)];
    const judgement = judgements[line - 1];
    return [`  ${judgement === undefined ? '' : `${markText(judgement[0], paint)} `}${text}`];
  });
}

function countText(shown: number, inAll: number): string {
  return shown === inAll ? '' : ` (${shown} of ${grouped(inAll)})`;
}

function markText(mark: Mark, paint: Paint): string {
  const colour = mark === 'open' || mark === 'unknown' ? 'warn' : mark;
  return paint[colour](SIGNS[mark]);
}
