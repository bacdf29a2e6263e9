import { stripVTControlCharacters, styleText } from 'node:util';
import type { Clock, Timer } from '../../ports/clock.ts';
import {
  liveFigures,
  type LiveState,
  timeLeftText,
  wholeSecondsText,
} from '../../report/live/live-document.ts';
import { plainText } from '../../report/page/markup.ts';
import { given } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import type { Terminal } from './terminal.ts';

/** Where a display draws, by which clock, and whether it is wanted at all. */
export interface DisplayOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly enabled: boolean;
}

// Fast enough to look alive, slow enough to cost nothing beside a simulation.
const REDRAW_MS = 200;
// A log of an hour has 360 lines.
const LINE_MS = 10_000;
const BAR_CELLS = 24;

/** The state of a job on stderr: redrawn in place, or a new line now and then where lines cannot be redrawn. */
export class LiveDisplay {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  /** Undefined: nothing is shown. */
  readonly #everyMs: number | undefined;
  readonly #lines: () => readonly string[];
  #timer: Timer | undefined;
  #drawnMs: number;
  #drawn: readonly string[] = [];

  constructor({ terminal, clock, enabled }: DisplayOptions, label: string, read: () => LiveState) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#lines = () => stateLines(label, read(), terminal);
    if (enabled) this.#everyMs = terminal.canRedraw ? REDRAW_MS : LINE_MS;
    this.#drawnMs = terminal.canRedraw ? Number.NEGATIVE_INFINITY : clock.nowMs();
    this.#tickIn(this.#everyMs);
  }

  /** Draws now, unless that was done a moment ago. Beside this the display draws by itself as time passes. */
  update(): void {
    if (this.#timer === undefined) this.#tickIn(this.#everyMs);
    if (this.#everyMs !== undefined && this.#clock.nowMs() - this.#drawnMs >= this.#everyMs) this.#draw();
  }

  /** Takes away what was drawn, so that what follows starts on a clean line. */
  clear(): void {
    if (this.#drawn.length > 0) this.#write(this.#drawn.map(() => ''));
    this.#drawn = [];
    if (this.#terminal.canRedraw) this.#drawnMs = Number.NEGATIVE_INFINITY;
  }

  /** Draws nothing until the next update. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
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
    this.#drawnMs = this.#clock.nowMs();
    if (!canRedraw) this.#terminal.note(`${lines.join('  ')}\n`);
    else if (lines.join('\n') !== this.#drawn.join('\n')) this.#write(lines);
  }

  // Lines that are no longer needed are cleared.
  #write(lines: readonly string[]): void {
    this.#terminal.redraw([...lines, ...this.#drawn.slice(lines.length).map(() => '')]);
    this.#drawn = lines;
  }
}

/** A state as lines: the job with its first figure and its time, then a line for each other figure. */
export function stateLines(
  label: string,
  state: LiveState,
  { canRedraw, noteColor }: Pick<Terminal, 'canRedraw' | 'noteColor'>,
): readonly string[] {
  const { waitsFor, share, elapsedMs, leftMs } = state;
  if (waitsFor !== undefined) return [`${label}  ${waitsFor}`];
  const [first, ...others] = liveFigures(state).map(({ name, figure, beside }) =>
    [`${name} ${plainText(figure)}`, ...(beside === undefined ? [] : [beside])].join(', '),
  );
  const times = given([`${wholeSecondsText(elapsedMs)} so far`, timeLeftText(leftMs)]).join(', ');
  const head = [
    share === undefined || !canRedraw ? label : `${label} ${barText(share, noteColor)}`,
    ...(first === undefined ? [] : [first]),
    ...(elapsedMs < 1000 ? [] : [times]),
  ];
  return [head.join('  '), ...others];
}

function barText(share: number, color: boolean): string {
  const filled = Math.floor(BAR_CELLS * Math.min(share, 1));
  const [full, open] = ['━'.repeat(filled), '─'.repeat(BAR_CELLS - filled)];
  const style = { validateStream: false };
  return color ? styleText('cyan', full, style) + styleText('dim', open, style) : full + open;
}

// A line that wrapped could not be drawn again in place.
function fitting(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : clipped(plain, width);
}
