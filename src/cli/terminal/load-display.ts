import type { LoadReading } from '../../report/load/load-gauge.ts';
import { durationText, grouped, percentText } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import type { Timer } from '../../ports/clock.ts';
import { type DisplayOptions, LiveLines } from './live-lines.ts';

// Fast enough to look alive, slow enough to be read.
const REDRAW_EVERY_MS = 200;

// A log of an hour is then 720 lines.
const LINE_EVERY_MS = 5_000;

/**
 * Draws a load on stderr until it is closed: two lines that are redrawn, or a line now and then where nothing can be
 * redrawn. `read` gives undefined before the first payment may start; `busy` says what is waited for before it and
 * after the last one.
 */
export function showLoad(
  { terminal, clock, enabled }: DisplayOptions,
  read: () => LoadReading | undefined,
  busy: () => string | undefined = () => undefined,
): { close(): void } {
  if (!enabled) return { close() {} };
  const everyMs = terminal.canRedraw ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  const live = new LiveLines(terminal);
  let timer: Timer = clock.schedule(everyMs, tick);
  function tick(): void {
    timer = clock.schedule(everyMs, tick);
    const waiting = busy();
    const reading = read();
    if (waiting === undefined && reading === undefined) return;
    const lines = waiting === undefined && reading !== undefined ? loadLines(reading) : [waiting ?? ''];
    if (terminal.canRedraw) live.draw(lines.map((line) => clipped(line, terminal.noteWidth - 1)));
    else terminal.note(`${lines.join('  ')}\n`);
  }
  return {
    close() {
      timer.cancel();
      live.clear();
    },
  };
}

/** What both lines say: rates and percentiles, then outcomes. */
export function loadLines(reading: LoadReading): readonly [rates: string, outcomes: string] {
  const { succeeded, failed, indeterminate, unexpected, dropped } = reading;
  const ended = succeeded + failed + indeterminate;
  const percentiles = Number.isNaN(reading.p50Ms)
    ? 'no answer yet'
    : `p50 ${durationText(reading.p50Ms)}  p95 ${durationText(reading.p95Ms)}  p99 ${durationText(reading.p99Ms)}`;
  const lag = Number.isNaN(reading.lagMs) ? [] : [`lag ${durationText(reading.lagMs)}`];
  const rates = [
    durationText(reading.elapsedMs),
    `${grouped(reading.sentPerSecond)}/s sent`,
    `${grouped(reading.endedPerSecond)}/s ended`,
    `${grouped(reading.inFlight)} in flight`,
    percentiles,
  ];
  const outcomes = [
    `${grouped(ended)} payments`,
    ended === 0 ? 'none ended' : `${percentText(succeeded / ended)} succeeded`,
    `${grouped(failed)} failed`,
    `${grouped(indeterminate)} indeterminate`,
    `${grouped(unexpected)} unexpected`,
    ...(dropped === 0 ? [] : [`${grouped(dropped)} dropped`]),
    ...lag,
  ];
  return [rates.join('  '), outcomes.join('  ')];
}
