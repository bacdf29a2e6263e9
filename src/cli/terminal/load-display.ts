import type { LoadReading } from '../../report/load/load-gauge.ts';
import { durationText, grouped, percentText } from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { Terminal } from './terminal.ts';

/** Shows a running load until it is closed. */
export interface LoadDisplay {
  close(): void;
}

// Fast enough to look alive, slow enough to be read.
const REDRAW_EVERY_MS = 200;

// A log of an hour is then 720 lines.
const LINE_EVERY_MS = 5_000;

/** Draws a load on stderr: two lines that are redrawn, or a line now and then where nothing can be redrawn. */
export function showLoad({
  terminal,
  clock,
  enabled,
  read,
}: {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly enabled: boolean;
  /** Undefined before the first payment may start. */
  readonly read: () => LoadReading | undefined;
}): LoadDisplay {
  if (!enabled) return { close() {} };
  const everyMs = terminal.canRedraw ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  let drawn = false;
  let timer: Timer = clock.schedule(everyMs, tick);
  function tick(): void {
    timer = clock.schedule(everyMs, tick);
    const reading = read();
    if (reading === undefined) return;
    const [rates, outcomes] = loadLines(reading);
    if (!terminal.canRedraw) {
      terminal.note(`${rates}  ${outcomes}\n`);
      return;
    }
    const [first, second] = [rates, outcomes].map((line) => clipped(line, terminal.width - 1));
    // Draws both lines and goes back to the first.
    terminal.note(`\r\u001b[K${first}\n\u001b[K${second}\u001b[1A\r`);
    drawn = true;
  }
  return {
    close() {
      timer.cancel();
      if (drawn) terminal.note('\r\u001b[K\n\u001b[K\u001b[1A\r');
      drawn = false;
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
