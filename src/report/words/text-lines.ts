import { styleText } from 'node:util';

/** The text on one line of at most `width` columns; control characters are shown as spaces. */
export function clipped(text: string, width: number): string {
  const line = plain(text);
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

/** The text on at most `lines` lines of at most `width` columns, broken at spaces; a cut ends in `…`. */
export function wrapped(
  text: string,
  { width, lines }: { readonly width: number; readonly lines: number },
): readonly string[] {
  const words = plain(text).split(' ').filter(Boolean);
  const result: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') {
      line = longer;
      continue;
    }
    result.push(line);
    line = word;
  }
  result.push(line);
  if (result.length <= lines) return result.map((each) => clipped(each, width));
  const last = result.slice(lines - 1).join(' ');
  return [...result.slice(0, lines - 1), clipped(last, width)];
}

/** A shell command over several lines that still runs when pasted: broken before options only. */
export function continued(
  command: string,
  { width, indent }: { readonly width: number; readonly indent: number },
): readonly string[] {
  const pieces = plain(command).split(/ (?=-{1,2}[A-Za-z])/);
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    // Two columns stay free for the backslash.
    const fits = last !== undefined && last.length + 1 + piece.length <= width - 2;
    // The command's name alone on a line would only look broken.
    if (last !== undefined && (fits || !last.trim().includes(' ')))
      lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(`${margin}${lines.length > 0 ? '  ' : ''}${piece}`);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

// Texts come from scenario files and from nodes: none may move the cursor or recolour the terminal.
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Columns of the labels of facts. */
export const LABEL_COLUMNS = 10;

/** The colours and the columns of a text on a terminal. */
export interface TextFrame {
  readonly paint: Paint;
  readonly width: number;
}

/** A line of figures under its label, cut at the terminal's width. */
export function labelled(label: string, text: string, { paint, width }: TextFrame): string {
  return `${paint.dim(label.padEnd(LABEL_COLUMNS))}${clipped(text, width - LABEL_COLUMNS)}`;
}

const STYLES = { bold: 'bold', dim: 'dim', good: 'green', warn: 'yellow', bad: 'red' } as const;

/** Marks text for a terminal; each function returns it unchanged where colour is off. */
export type Paint = Readonly<Record<keyof typeof STYLES, (text: string) => string>>;

/** The basic colours of a terminal, so that its own theme decides the shade. */
export function painter(color: boolean): Paint {
  const style =
    (name: keyof typeof STYLES) =>
    (text: string): string =>
      color ? styleText(STYLES[name], text, { validateStream: false }) : text;
  return {
    bold: style('bold'),
    dim: style('dim'),
    good: style('good'),
    warn: style('warn'),
    bad: style('bad'),
  };
}
