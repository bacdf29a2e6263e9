import { type DisplayOptions, LiveLines } from './live-lines.ts';
import type { Terminal } from './terminal.ts';

/** One line on stderr that is redrawn while something runs. */
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
const BAR_CELLS = 24;

/** Draws progress where a line can be redrawn; elsewhere (pipes, CI, --no-progress) it stays silent. */
export function createProgress({ terminal, clock, enabled }: DisplayOptions, label: string): Progress {
  if (!enabled || !terminal.canRedraw) return { update() {}, clear() {} };
  const live = new LiveLines(terminal);
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    update(state) {
      const nowMs = clock.nowMs();
      if (nowMs - drawnAtMs < REDRAW_EVERY_MS && state.done < state.total) return;
      drawnAtMs = nowMs;
      live.draw([progressLine(label, state, terminal)]);
    },
    clear: () => live.clear(),
  };
}

/** The line itself; cut to the terminal's width so that it never wraps. */
export function progressLine(
  label: string,
  { done, total, failed = 0 }: ProgressState,
  { noteWidth: width, noteColor }: Pick<Terminal, 'noteWidth' | 'noteColor'>,
): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const filled = Math.floor(share * BAR_CELLS);
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const counts = `${done} of ${total}${failures}`;
  const plain = `${label} ${'━'.repeat(filled)}${'─'.repeat(BAR_CELLS - filled)} ${counts}`;
  if (!noteColor || plain.length >= width) return plain.slice(0, width - 1);
  const bar = `\u001b[36m${'━'.repeat(filled)}\u001b[0m\u001b[2m${'─'.repeat(BAR_CELLS - filled)}\u001b[0m`;
  return `${label} ${bar} ${counts}`;
}
