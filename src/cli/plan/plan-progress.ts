import type { DisplayOptions } from '../terminal/live-lines.ts';
import { LiveLines } from '../terminal/live-lines.ts';
import { durationText } from '../../report/words/number-format.ts';

/** A line on stderr that says how far a plan is. */
export interface PlanProgress {
  /** A question is taken up. */
  turn(name: string): void;
  /** So many simulations are asked for by it now. */
  asked(jobs: number): void;
  simulated(): void;
  close(): void;
}

const REDRAW_EVERY_MS = 200;

/**
 * Says which question is being answered, how long the simulations that it asks for now will take at the speed so far,
 * and what is left of the time that was given. What comes after them is not known: answers decide what is simulated
 * next.
 */
export function showPlan(
  { terminal, clock, enabled }: DisplayOptions,
  timeMs: number | undefined,
): PlanProgress {
  if (!enabled || !terminal.canRedraw) return { turn() {}, asked() {}, simulated() {}, close() {} };
  const live = new LiveLines(terminal);
  const startedMs = clock.nowMs();
  let [question, count, open, drawnMs] = ['points', 0, 0, Number.NEGATIVE_INFINITY];
  const draw = (): void => {
    const nowMs = clock.nowMs();
    if (nowMs - drawnMs < REDRAW_EVERY_MS) return;
    drawnMs = nowMs;
    const elapsedMs = Math.max(nowMs - startedMs, 1);
    const perMs = count / elapsedMs;
    const parts = [
      ...(open > 0 && count > 0 ? [`${open} to go (about ${durationText(open / perMs)})`] : []),
      `${count} done`,
      `${(perMs * 1000).toFixed(1)}/s`,
      durationText(elapsedMs),
      ...(timeMs === undefined ? [] : [`${durationText(Math.max(0, timeMs - elapsedMs))} left`]),
    ];
    live.draw([`planning  ${question}: ${parts.join(', ')}`.slice(0, terminal.noteWidth - 1)]);
  };
  return {
    turn(name) {
      question = name;
    },
    asked(jobs) {
      open = jobs;
      draw();
    },
    simulated() {
      count += 1;
      open = Math.max(0, open - 1);
      draw();
    },
    close: () => live.clear(),
  };
}
