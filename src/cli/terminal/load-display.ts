import type { LoadOutlook, LoadOutlookPart } from '../../jobs/load/load-outlook.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { LoadReading } from '../../report/load/load-gauge.ts';
import {
  amountText,
  counted,
  durationText,
  readable,
  grouped,
  percentText,
} from '../../report/words/number-format.ts';
import { clipped } from '../../report/words/text-lines.ts';
import type { Timer } from '../../ports/clock.ts';
import { type DisplayOptions, LiveLines } from './terminal.ts';

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

/** The two lines of the display: rates and percentiles, then outcomes. */
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

/** Rate, duration and money of a load, said before it starts; a line per executor. */
export function loadAnnouncement(outlook: LoadOutlook, scenario: Scenario): string {
  const lines = outlook.parts.map((part) => `  ${part.name}: ${partText(part, scenario)}\n`);
  return `About to load:\n${lines.join('')}`;
}

function partText(part: LoadOutlookPart, scenario: Scenario): string {
  const { payments, ratePerSecond, busiestSecond, users, durationMs, amounts, meanAmount } = part;
  const atRate = `${payments === undefined ? '' : 'at '}${readable(ratePerSecond ?? 0)}/s`;
  const busiest = busiestSecond === undefined ? '' : ` (${readable(busiestSecond)} in the busiest second)`;
  const pieces = [
    ...(payments === undefined ? [] : [counted(Math.round(payments), 'payment')]),
    ...(ratePerSecond === undefined ? [] : [atRate + busiest]),
    ...(users === undefined ? [] : [`by ${counted(users, 'virtual user')}`]),
    ...(durationMs === 0
      ? []
      : [`${users !== undefined && payments !== undefined ? 'within' : 'for'} ${durationText(durationMs)}`]),
  ];
  const money = [...amounts].map(([token, amount]) => tokenAmount(amount, token, scenario));
  if (money.length > 0) return `${pieces.join(' ')}, moving about ${money.join(' and ')}`;
  if (meanAmount === undefined) return pieces.join(' ');
  const token = scenario.tokens[0]?.name ?? '';
  return `${pieces.join(' ')}, about ${tokenAmount(meanAmount, token, scenario)} each, as many as get through`;
}

function tokenAmount(amount: number, token: string, scenario: Scenario): string {
  const decimals = scenario.tokens.find(({ name }) => name === token)?.decimals ?? 0;
  return `${amountText(BigInt(Math.round(amount)), decimals)} ${token}`;
}
