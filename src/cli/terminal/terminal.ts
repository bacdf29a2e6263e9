import { Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { escapedText } from '../../model/node-text.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import { clipped } from '../../report/words/text-lines.ts';
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

/** Where a display draws, by which clock, and whether it is wanted at all. */
export interface DisplayOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly enabled: boolean;
}

/** How often a display draws: where lines can be drawn again in place, and where each stays; absent: none is left there. */
interface DisplayPace {
  readonly redrawMs: number;
  readonly lineMs?: number;
}

/** Lines on stderr that say what goes on: drawn again in place, or a new one now and then where nothing can be redrawn. */
export class LiveDisplay {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  /** Undefined: nothing is shown. */
  readonly #everyMs: number | undefined;
  readonly #lines: () => readonly string[];
  #timer: Timer | undefined;
  #drawnMs: number;
  #drawn: readonly string[] = [];

  constructor(
    { terminal, clock, enabled }: DisplayOptions,
    pace: DisplayPace,
    lines: () => readonly string[],
  ) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#lines = lines;
    if (enabled) this.#everyMs = terminal.canRedraw ? pace.redrawMs : pace.lineMs;
    this.#drawnMs = terminal.canRedraw ? Number.NEGATIVE_INFINITY : clock.nowMs();
    this.#tickIn(this.#everyMs);
  }

  /** Draws now, unless that was done a moment ago. Beside this the display draws by itself as time passes. */
  update({ isLast = false }: { readonly isLast?: boolean } = {}): void {
    if (this.#everyMs === undefined) return;
    const isDue = this.#clock.nowMs() - this.#drawnMs >= this.#everyMs;
    if (isDue || (isLast && this.#terminal.canRedraw)) this.#draw();
  }

  /** Takes away what was drawn, so that what follows starts on a clean line. */
  clear(): void {
    if (this.#drawn.length > 0) this.#write(this.#drawn.map(() => ''));
    this.#drawn = [];
    if (this.#terminal.canRedraw) this.#drawnMs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#timer?.cancel();
    this.clear();
  }

  #tickIn(everyMs: number | undefined): void {
    if (everyMs === undefined) return;
    this.#timer = this.#clock.schedule(everyMs, () => {
      this.#tickIn(everyMs);
      // A timer of the wall may come a little early.
      if (this.#clock.nowMs() - this.#drawnMs >= everyMs / 2) this.#draw();
    });
  }

  #draw(): void {
    const { canRedraw, noteWidth } = this.#terminal;
    const lines = this.#lines().map((line) => (canRedraw ? fitting(line, noteWidth - 1) : line));
    if (lines.length === 0) return;
    this.#drawnMs = this.#clock.nowMs();
    if (!canRedraw) this.#terminal.note(`${lines.join('  ')}\n`);
    else if (lines.join('\n') !== this.#drawn.join('\n')) this.#write(lines);
  }

  #write(lines: readonly string[]): void {
    this.#terminal.redraw(lines);
    this.#drawn = lines;
  }
}

// A line that wrapped could not be drawn again in place.
function fitting(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : clipped(plain, width);
}
