import { styleText } from 'node:util';
import { durationText } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import { type DisplayOptions, LiveLines, type Terminal } from './terminal.ts';

/** A line on stderr while something runs, redrawn in place, or a new line now and then where nothing can be redrawn. */
export interface Progress {
  update(state: ProgressState): void;
  /** Takes the line away, so that what follows starts on a clean one. */
  clear(): void;
}

export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly failed?: number;
}

// Fast enough to look alive, slow enough to cost nothing beside a simulation.
const REDRAW_EVERY_MS = 100;
// While something is waited for, only its seconds change.
const REDRAW_WAIT_EVERY_MS = 1_000;
// In a log: a sign of life, and few lines. An hour is 360.
const LINE_EVERY_MS = 10_000;
const BAR_CELLS = 24;

/** Shows how far something is, and what it waits for while `busy` says so, until it is cleared. */
export function createProgress(
  { terminal, clock, enabled }: DisplayOptions,
  label: string,
  busy: () => string | undefined = () => undefined,
): Progress {
  if (!enabled) return { update() {}, clear() {} };
  const live = new LiveLines(terminal);
  const everyMs = terminal.canRedraw ? REDRAW_WAIT_EVERY_MS : LINE_EVERY_MS;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let state: ProgressState | undefined;
  let changedAtMs = clock.nowMs();
  let timer = clock.schedule(everyMs, tick);
  function tick(): void {
    timer = clock.schedule(everyMs, tick);
    const waiting = busy();
    if (terminal.canRedraw) {
      if (waiting !== undefined) live.draw([clipped(waiting, terminal.noteWidth - 1)]);
      return;
    }
    if (waiting !== undefined) terminal.note(`${waiting}\n`);
    else if (state !== undefined) terminal.note(`${plainLine(label, state, clock.nowMs() - changedAtMs)}\n`);
  }
  return {
    update(next) {
      state = next;
      const nowMs = clock.nowMs();
      changedAtMs = nowMs;
      if (!terminal.canRedraw || (nowMs - drawnAtMs < REDRAW_EVERY_MS && next.done < next.total)) return;
      drawnAtMs = nowMs;
      live.draw([progressLine(label, next, terminal)]);
    },
    clear() {
      timer.cancel();
      live.clear();
    },
  };
}

function plainLine(label: string, state: ProgressState, quietMs: number): string {
  const quiet = quietMs < LINE_EVERY_MS ? '' : `; none ended for ${durationText(quietMs)}`;
  return `${label}: ${countsText(state)}${quiet}`;
}

function countsText({ done, total, failed = 0 }: ProgressState): string {
  return `${done} of ${total}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** The line itself; cut to the terminal's width so that it never wraps. */
export function progressLine(
  label: string,
  state: ProgressState,
  { noteWidth: width, noteColor }: Pick<Terminal, 'noteWidth' | 'noteColor'>,
): string {
  const { done, total } = state;
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const filled = Math.floor(share * BAR_CELLS);
  const counts = countsText(state);
  const plain = `${label} ${'━'.repeat(filled)}${'─'.repeat(BAR_CELLS - filled)} ${counts}`;
  if (!noteColor || plain.length >= width) return plain.slice(0, width - 1);
  const style = { validateStream: false };
  const bar =
    styleText('cyan', '━'.repeat(filled), style) + styleText('dim', '─'.repeat(BAR_CELLS - filled), style);
  return `${label} ${bar} ${counts}`;
}
