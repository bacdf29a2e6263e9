import { type Content, plainText } from '../page/markup.ts';
import {
  clipped,
  continued,
  LABEL_COLUMNS,
  labelled,
  type Paint,
  type TextFrame,
  wrapped,
} from '../words/text-lines.ts';
import { type Block, type FactLine, type Parts, flattened, type Item, type Mark } from './block.ts';

// A terminal's 24 rows less one for the prompt.
const SCREEN_LINES = 23;

/** The first body that fits on a screen beside the lines that are taken; each has less room for lists than the one before. */
export function fittingBody(
  bodyOf: (rows: number) => readonly string[],
  { most, taken }: { readonly most: number; readonly taken: number },
): readonly string[] {
  for (let rows = most; rows > 1; rows -= 1) {
    const body = bodyOf(rows);
    if (taken + body.length <= SCREEN_LINES) return body;
  }
  return bodyOf(1);
}

/** How many lines of a screen are left. */
export function roomBeside(taken: number): number {
  return SCREEN_LINES - taken;
}

/** Blocks as lines of a terminal, lists cut to so many rows. Charts and what is folded are left out. */
export function terminalLines(
  blocks: Parts,
  frame: TextFrame,
  rows = Number.POSITIVE_INFINITY,
): readonly string[] {
  return flattened(blocks).flatMap((block) => blockLines(block, frame, rows));
}

function blockLines(block: Block, frame: TextFrame, rows: number): readonly string[] {
  const { paint, width } = frame;
  switch (block.kind) {
    case 'section':
      return [block.title, ...terminalLines(block.blocks, frame, rows)];
    case 'verdict': {
      const { judgement, sentence, notes = [] } = block;
      const line = `${markText(judgement[0], paint)} ${clipped(sentence, width - 2)}`;
      return [line, ...notes.flatMap((note) => noteLines(note, frame))];
    }
    case 'figures':
      return block.figures.map(({ name, figure }) => labelled(name, plainText(figure), frame));
    case 'facts':
      return block.facts.flatMap((fact) => factLines(fact, block.lines ?? 1, frame));
    case 'table':
      return tableLines(block);
    case 'list':
      return listLines(block, frame, rows);
    case 'command':
      return continued(block.command, { width, indent: 4 });
    case 'prose':
      return proseLines(block, frame);
    case 'beside':
      return terminalLines(block.blocks, frame, rows);
    case 'chart':
    case 'folded':
    case 'page-only':
      return [];
  }
}

function factLines([name, value]: FactLine, lines: number, frame: TextFrame): readonly string[] {
  const text = plainText(value);
  if (lines === 1) return [labelled(name, text, frame)];
  const wrappedText = wrapped(text, { width: frame.width - LABEL_COLUMNS, lines });
  return wrappedText.map((line, index) => labelled(index === 0 ? name : '', line, frame));
}

function noteLines(note: string, { paint, width }: TextFrame): readonly string[] {
  const lines = wrapped(note, { width: width - 2, lines: 2 });
  return lines.map((line, index) => `${index === 0 ? paint.warn('!') : ' '} ${line}`);
}

function proseLines({ text, tone }: Extract<Block, { kind: 'prose' }>, frame: TextFrame): readonly string[] {
  const { paint, width } = frame;
  if (tone === 'muted') return [paint.dim(clipped(plainText(text), width))];
  const lines = wrapped(plainText(text), { width, lines: 2 });
  return tone === 'heading' ? lines.map(paint.bold) : lines;
}

function listLines(
  { title, items, noun = '', rest }: Extract<Block, { kind: 'list' }>,
  frame: TextFrame,
  rows: number,
): readonly string[] {
  const { paint, width } = frame;
  const isCut = items.length > rows;
  const count = isCut && rest === undefined ? ` (${rows} of ${items.length}${noun})` : '';
  const restLines =
    isCut && rest !== undefined ? wrapped(rest(rows), { width: width - 2, lines: items.length }) : [];
  return [
    ...(title === undefined ? [] : [paint.dim(`${title}${count}`)]),
    ...items.slice(0, rows).flatMap((item) => itemLines(item, frame)),
    ...restLines.map((line) => `  ${line}`),
  ];
}

const DETAIL_COLUMNS = 12;

/** An item with its details below it. */
export function itemLines({ text, mark, details = [], command }: Item, frame: TextFrame): readonly string[] {
  const { paint, width } = frame;
  const first =
    mark === undefined
      ? `  ${clipped(text, width - 2)}`
      : `  ${markText(mark, paint)} ${clipped(text, width - 4)}`;
  return [
    first,
    ...details.map(
      ([name, detail]) =>
        `    ${paint.dim(name.padEnd(DETAIL_COLUMNS))}${clipped(detail, width - DETAIL_COLUMNS - 4)}`,
    ),
    ...(command === undefined ? [] : continued(command, { width, indent: 4 })),
  ];
}

function tableLines({ columns, rows }: Extract<Block, { kind: 'table' }>): readonly string[] {
  const texts = [columns.map(({ head }): Content => head), ...rows].map((row) => row.map(plainText));
  const widths = columns.map(({ width = 0 }, at) =>
    Math.max(width, ...texts.map((row) => row[at]?.length ?? 0)),
  );
  return texts.map((row) =>
    row
      .map((text, at) => {
        const width = widths[at] ?? 0;
        return columns[at]?.number ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function markText(mark: Mark, paint: Paint): string {
  switch (mark) {
    case 'good':
      return paint.good('✓');
    case 'bad':
      return paint.bad('✗');
    case 'open':
      return paint.warn('!');
    case 'unknown':
      return paint.warn('?');
  }
}
