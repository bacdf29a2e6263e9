import type { DisplayOptions } from '../terminal/live-lines.ts';
import { LiveLines } from '../terminal/live-lines.ts';
import { durationText } from '../../report/words/number-format.ts';

/** A line on stderr that says how far a plan is. */
export interface PlanProgress {
  simulated(): void;
  close(): void;
}

const REDRAW_EVERY_MS = 200;

/** Counts simulations and their speed; what remains is not known, because answers decide what is simulated next. */
export function showPlan(
  { terminal, clock, enabled }: DisplayOptions,
  timeMs: number | undefined,
): PlanProgress {
  if (!enabled || !terminal.canRedraw) return { simulated() {}, close() {} };
  const live = new LiveLines(terminal);
  const startedMs = clock.nowMs();
  let [count, drawnMs] = [0, Number.NEGATIVE_INFINITY];
  return {
    simulated() {
      count += 1;
      const nowMs = clock.nowMs();
      if (nowMs - drawnMs < REDRAW_EVERY_MS) return;
      drawnMs = nowMs;
      const elapsedMs = nowMs - startedMs;
      const rate = (count / Math.max(elapsedMs, 1)) * 1000;
      const left = timeMs === undefined ? '' : `, ${durationText(Math.max(0, timeMs - elapsedMs))} left`;
      live.draw([`planning  ${count} simulations, ${rate.toFixed(1)}/s, ${durationText(elapsedMs)}${left}`]);
    },
    close: () => live.clear(),
  };
}
