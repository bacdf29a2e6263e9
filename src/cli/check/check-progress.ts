import type { CheckProgress } from '../../jobs/check/check-nodes.ts';
import { counted, durationText, grouped } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import { type DisplayOptions, LiveLines } from '../terminal/live-lines.ts';

const REDRAW_EVERY_MS = 200;
// In a log: a sign of life, and few lines.
const LINE_EVERY_MS = 10_000;

/** A line on stderr that says how far a check is: drawn again in place, or one now and then where nothing can be. */
export function showCheck(
  { terminal, clock, enabled }: DisplayOptions,
  timeMs: number,
): { readonly update: (progress: CheckProgress) => void; readonly close: () => void } {
  if (!enabled) return { update() {}, close() {} };
  const live = new LiveLines(terminal);
  const startedMs = clock.nowMs();
  const everyMs = terminal.canRedraw ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  let drawnMs = terminal.canRedraw ? Number.NEGATIVE_INFINITY : startedMs;
  return {
    update({ sequences, calls, pairs, found, isShrinking }) {
      const nowMs = clock.nowMs();
      if (nowMs - drawnMs < everyMs) return;
      drawnMs = nowMs;
      const leftMs = Math.max(0, timeMs - (nowMs - startedMs));
      const state = isShrinking ? 'making a case smaller' : `${durationText(leftMs)} left`;
      const text = `checking  ${counted(sequences, 'sequence')}, ${grouped(calls)} calls, ${grouped(pairs)} pairs covered, ${grouped(found)} found, ${state}`;
      if (terminal.canRedraw) live.draw([clipped(text, terminal.noteWidth - 1)]);
      else terminal.note(`${text}\n`);
    },
    close: () => live.clear(),
  };
}
