import { Socket } from 'node:net';
import { escapedText } from '../../model/node-text.ts';
import { append } from '../files/line-file.ts';

/** Where a command writes, and what the far side can show. */
export interface Terminal {
  /** Results: stdout. Whatever names and answers hold is shown, never obeyed. */
  out(text: string): void;
  /** Everything said beside the result: stderr. The same holds. */
  note(text: string): void;
  /** Lines on stderr in place of the last ones that were drawn, of which there were not more. */
  redraw(lines: readonly string[]): void;
  /** True when stdout may carry colour. */
  readonly outColor: boolean;
  /** True when stderr may carry colour. */
  readonly noteColor: boolean;
  /** True when stderr can redraw a line. */
  readonly canRedraw: boolean;
  /** Columns of stdout: endless where it is no terminal, for nothing is cut in a file or a log. */
  readonly width: number;
  /** Columns of stderr. */
  readonly noteWidth: number;
}

// A terminal that states no width is taken for a VT100.
const DEFAULT_WIDTH = 80;

type Stream = NodeJS.WriteStream & { readonly fd?: number };

/** The terminal of a process. NO_COLOR drops colour only (no-color.org); FORCE_COLOR adds it to pipes. */
export function processTerminal(
  streams: { readonly stdout: Stream; readonly stderr: Stream },
  env: NodeJS.ProcessEnv,
): Terminal {
  const { stdout, stderr } = streams;
  const forced = (env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0';
  const colored = (stream: NodeJS.WriteStream): boolean =>
    (env['NO_COLOR'] ?? '') === '' && (forced || (stream.isTTY && env['TERM'] !== 'dumb'));
  const [outColor, noteColor] = [colored(stdout), colored(stderr)];
  return {
    out(text) {
      const shown = harmless(text, outColor);
      if (isFile(stdout)) append('stdout', stdout.fd, Buffer.from(shown));
      else stdout.write(shown);
    },
    note: (text) => void stderr.write(harmless(text, noteColor)),
    redraw: (lines) => void stderr.write(redrawn(lines.map((line) => harmless(line, noteColor)))),
    outColor,
    noteColor,
    canRedraw: stderr.isTTY && env['TERM'] !== 'dumb',
    width: stdout.isTTY ? stdout.columns || DEFAULT_WIDTH : Number.POSITIVE_INFINITY,
    noteWidth: stderr.columns || DEFAULT_WIDTH,
  };
}

/** Lines in place of the last ones, after which the cursor is where more can be drawn so. */
export function redrawn(lines: readonly string[]): string {
  const backUp = lines.length > 1 ? `\u001b[${lines.length - 1}A\r` : '';
  return `\r${lines.map((line) => `\u001b[K${line}`).join('\n')}${backUp}`;
}

// The colours of `painter`, and nothing else that a terminal could be told to do.
const ESCAPE = '\u001b';
const PAINT = new RegExp(`(${ESCAPE}\\[(?:[12]|3[1-6]|22|39)m)`);

// The only place where text goes to a terminal: names come from files and nodes, and may hold anything.
function harmless(text: string, color: boolean): string {
  if (!color) return escapedText(text);
  return text
    .split(PAINT)
    .map((part, index) => (index % 2 === 1 ? part : escapedText(part)))
    .join('');
}

// Node writes a file's part that fits on a full disk, and says nothing of the rest; terminals and pipes are sockets to it.
function isFile(stream: Stream): stream is Stream & { readonly fd: number } {
  const given: unknown = stream;
  return !(given instanceof Socket) && stream.fd !== undefined;
}
