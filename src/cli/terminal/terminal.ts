import { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import { append } from '../files/line-file.ts';

/** Where a command writes, and what the far side can show. */
export interface Terminal {
  /** Results: stdout. */
  out(text: string): void;
  /** Everything said beside the result: stderr. */
  note(text: string): void;
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
  return {
    out: isFile(stdout)
      ? (text) => append('stdout', stdout.fd, Buffer.from(text))
      : (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    outColor: colored(stdout),
    noteColor: colored(stderr),
    canRedraw: stderr.isTTY && env['TERM'] !== 'dumb',
    width: stdout.isTTY ? stdout.columns || DEFAULT_WIDTH : Number.POSITIVE_INFINITY,
    noteWidth: stderr.columns || DEFAULT_WIDTH,
  };
}

// Node writes a file's part that fits on a full disk, and says nothing of the rest; terminals and pipes are sockets to it.
function isFile(stream: Stream): stream is Stream & { readonly fd: number } {
  const given: unknown = stream;
  return !(given instanceof Socket) && stream.fd !== undefined;
}

/** Where a display draws, by which clock, and whether it is wanted at all. */
export interface DisplayOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly enabled: boolean;
}

/** The last lines of stderr, drawn again in place; each must fit the terminal's width. */
export class LiveLines {
  readonly #terminal: Terminal;
  #drawn: readonly string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(lines: readonly string[]): void {
    const backUp = lines.length > 1 ? `\u001b[${lines.length - 1}A\r` : '';
    this.#terminal.note(`\r${lines.map((line) => `\u001b[K${line}`).join('\n')}${backUp}`);
    this.#drawn = lines;
  }

  /** Takes them away, so that what follows starts on a clean line. */
  clear(): void {
    if (this.#drawn.length > 0) this.draw(this.#drawn.map(() => ''));
    this.#drawn = [];
  }
}
