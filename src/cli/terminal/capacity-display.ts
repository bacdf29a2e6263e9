import type { Capacity, CapacityProbe } from '../../model/capacity/capacity.ts';
import type { Timer } from '../../ports/clock.ts';
import { durationText, readable } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import { type DisplayOptions, LiveLines } from './live-lines.ts';

/** Shows a running search on stderr: a line for each probe, and below them one that says what goes on. */
export interface CapacityDisplay {
  probing(rate: number): void;
  probed(probe: CapacityProbe, soFar: Capacity): void;
  close(): void;
}

const REDRAW_EVERY_MS = 500;

/** A display that draws nothing when it is not enabled, and only the lines that stay where nothing can be redrawn. */
export function showSearch({ terminal, clock, enabled }: DisplayOptions): CapacityDisplay {
  if (!enabled) return { probing() {}, probed() {}, close() {} };
  const startMs = clock.nowMs();
  const redraws = terminal.canRedraw;
  const live = new LiveLines(terminal);
  let timer: Timer | undefined;
  let made = 0;
  let soFar: Capacity | undefined;
  const close = (): void => {
    timer?.cancel();
    live.clear();
  };
  const elapsedMs = (): number => clock.nowMs() - startMs;
  return {
    probing(rate) {
      if (!redraws) return;
      const draw = (): void => {
        const left = soFar === undefined ? '' : leftText(soFar, elapsedMs());
        const line = `Probe ${made + 1} at ${readable(rate, 1)}/s  ${durationText(Math.round(elapsedMs() / 1000) * 1000)} so far${left}`;
        live.draw([clipped(line, terminal.noteWidth - 1)]);
        timer = clock.schedule(REDRAW_EVERY_MS, draw);
      };
      draw();
    },
    probed(probe, now) {
      close();
      made += 1;
      soFar = now;
      const left = redraws ? '' : leftText(now, elapsedMs());
      terminal.note(`${probeLine(probe, now)}${left}\n`);
    },
    close,
  };
}

// Wider than this the interval only says that the limit is not bracketed yet.
const TELLING_RATIO = 10;

/** What one probe showed, and what is believed then. */
export function probeLine(
  { rate, holds, because, doubt, repeated }: CapacityProbe,
  { from, to }: Pick<Capacity, 'from' | 'to'>,
): string {
  const verdict = `${readable(rate, 1)}/s ${holds ? 'holds' : `does not: ${because ?? ''}`}`;
  if (repeated) return `${verdict}; but ${doubt ?? ''}, so once more`;
  if (to > from * TELLING_RATIO) return verdict;
  return `${verdict}; limit between ${readable(from, 1)} and ${readable(to, 1)}/s`;
}

// From many searches: so often must the interval's logarithm be halved, at so many probes each.
const PROBES_PER_HALVING = 2.5;
const WANTED_RATIO = 1.05;

function leftText({ from, to, probes, ended }: Capacity, elapsedMs: number): string {
  if (ended !== 'interrupted' || probes.length === 0) return '';
  const halvings = Math.log2(Math.log(to / from) / Math.log(WANTED_RATIO));
  const left = Math.max(1, Math.ceil(PROBES_PER_HALVING * halvings));
  return `, about ${durationText(Math.round((left * elapsedMs) / probes.length / 1000) * 1000)} more`;
}
