import { Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import type { Clock, Timer } from '../../ports/clock.ts';
import { clipped } from '../../report/words/text-lines.ts';
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
    const backUp = lines.length > 1 ? `\u001b[${lines.length - 1}A\r` : '';
    this.#terminal.note(`\r${lines.map((line) => `\u001b[K${line}`).join('\n')}${backUp}`);
    this.#drawn = lines;
  }
}

// A line that wrapped could not be drawn again in place.
function fitting(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : clipped(plain, width);
}
