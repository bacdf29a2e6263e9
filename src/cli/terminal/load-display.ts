import type { LoadOutlookPart } from '../../jobs/load/load-outlook.ts';
import type { Amount } from '../../model/network/amount.ts';
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
import { type DisplayOptions, LiveDisplay } from './terminal.ts';

// Fast enough to look alive, slow enough to be read; a log of an hour is 720 lines.
const PACE = { redrawMs: 200, lineMs: 5_000 };

/**
 * Draws a load on stderr until it is closed. `read` gives undefined before the first payment may start; `busy` says
 * what is waited for before it and after the last one.
 */
export function showLoad(
  options: DisplayOptions,
  read: () => LoadReading | undefined,
  busy: () => string | undefined = () => undefined,
): LiveDisplay {
  return new LiveDisplay(options, PACE, () => {
    const waiting = busy();
    if (waiting !== undefined) return [waiting];
    const reading = read();
    return reading === undefined ? [] : loadLines(reading);
  });
}

/** The two lines of the display: rates and percentiles, then outcomes. */
export function loadLines(reading: LoadReading): readonly [rates: string, outcomes: string] {
  const { succeeded, failed, indeterminate, unexpected, dropped } = reading;
  const ended = succeeded + failed + indeterminate;
  const percentiles = Number.isNaN(reading.p50Ms)
    ? 'no answer yet'
    : `p50 ${durationText(reading.p50Ms)}  p95 ${durationText(reading.p95Ms)}  p99 ${durationText(reading.p99Ms)}`;
  const lag = Number.isNaN(reading.lagMs) ? [] : [`lag ${durationText(reading.lagMs)}`];
  // Locks may take minutes to expire, and so long nothing seems to happen.
  const isWaiting = reading.sentPerSecond === 0 && reading.endedPerSecond === 0 && reading.inFlight > 0;
  const flow = isWaiting
    ? [`sending nothing, waiting for ${counted(reading.inFlight, 'answer')}`]
    : [
        `${grouped(reading.sentPerSecond)}/s sent`,
        `${grouped(reading.endedPerSecond)}/s ended`,
        `${grouped(reading.inFlight)} in flight`,
      ];
  const rates = [durationText(reading.elapsedMs), ...flow, percentiles];
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
export function loadAnnouncement(outlook: readonly LoadOutlookPart[], scenario: Scenario): string {
  const lines = outlook.map((part) => `  ${part.name}: ${partText(part, scenario)}\n`);
  return `About to load:\n${lines.join('')}`;
}

function partText(part: LoadOutlookPart, scenario: Scenario): string {
  const { payments, ratePerSecond, busiestSecond, users, durationMs, amounts, meanAmount } = part;
  const about = part.isEstimated === true ? 'about ' : '';
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
  if (money.length > 0) return `${pieces.join(' ')}, moving ${about}${money.join(' and ')}`;
  if (meanAmount === undefined) return pieces.join(' ');
  const token = scenario.tokens[0]?.name ?? '';
  return `${pieces.join(' ')}, about ${tokenAmount(BigInt(Math.round(meanAmount)), token, scenario)} each, as many as get through`;
}

function tokenAmount(amount: Amount, token: string, scenario: Scenario): string {
  const decimals = scenario.tokens.find(({ name }) => name === token)?.decimals ?? 0;
  return `${amountText(amount, decimals)} ${token}`;
}
