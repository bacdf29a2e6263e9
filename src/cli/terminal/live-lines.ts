import type { Clock } from '../../ports/clock.ts';
import type { Terminal } from './terminal.ts';

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
