import { styleText } from 'node:util';
import { durationText } from '../../report/words/number-format.ts';
import { type DisplayOptions, LiveDisplay } from './terminal.ts';

/** Says how far something is while it runs. */
export interface Progress {
  update(state: ProgressState): void;
  /** Takes the line away, so that what follows starts on a clean one. */
  close(): void;
}

export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly failed?: number;
}

// Fast enough to look alive, slow enough to cost nothing beside a simulation; in a log few lines: an hour is 360.
const PACE = { redrawMs: 100, lineMs: 10_000 };
const BAR_CELLS = 24;

/** Shows how far something is, and what it waits for while `busy` says so, until it is closed. */
export function createProgress(
  options: DisplayOptions,
  label: string,
  busy: () => string | undefined = () => undefined,
): Progress {
  const { terminal, clock } = options;
  let state: ProgressState | undefined;
  let changedAtMs = clock.nowMs();
  const display = new LiveDisplay(options, PACE, () => {
    const waiting = busy();
    if (waiting !== undefined) return [waiting];
    if (state === undefined) return [];
    if (terminal.canRedraw) return [progressLine(label, state, terminal.noteColor)];
    return [plainLine(label, state, clock.nowMs() - changedAtMs)];
  });
  return {
    update(next) {
      state = next;
      changedAtMs = clock.nowMs();
      display.update({ isLast: next.done === next.total });
    },
    close: () => display.close(),
  };
}

function plainLine(label: string, state: ProgressState, quietMs: number): string {
  const quiet = quietMs < PACE.lineMs ? '' : `; none ended for ${durationText(quietMs)}`;
  return `${label}: ${countsText(state)}${quiet}`;
}

function countsText({ done, total, failed = 0 }: ProgressState): string {
  return `${done} of ${total}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** The line itself. */
export function progressLine(label: string, state: ProgressState, color: boolean): string {
  const { done, total } = state;
  const filled = Math.floor(BAR_CELLS * (total === 0 ? 1 : Math.min(done / total, 1)));
  const [full, open] = ['━'.repeat(filled), '─'.repeat(BAR_CELLS - filled)];
  const style = { validateStream: false };
  const bar = color ? styleText('cyan', full, style) + styleText('dim', open, style) : full + open;
  return `${label} ${bar} ${countsText(state)}`;
}
