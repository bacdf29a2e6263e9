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
 * what is waited for before it and after the last one; payments start for `durationMs`, where that is known.
 */
export function showLoad(
  options: DisplayOptions,
  read: () => LoadReading | undefined,
  {
    busy = () => undefined,
    durationMs,
  }: { readonly busy?: () => string | undefined; readonly durationMs?: number | undefined } = {},
): LiveDisplay {
  return new LiveDisplay(options, PACE, () => {
    const waiting = busy();
    if (waiting !== undefined) return [waiting];
    const reading = read();
    return reading === undefined ? [] : loadLines(reading, durationMs);
  });
}

/** The lines of the display: how far it is and at what rates, percentiles, outcomes. */
export function loadLines(reading: LoadReading, durationMs?: number): readonly string[] {
  const { succeeded, failed, indeterminate, unexpected, dropped, p50Ms, p95Ms, p99Ms, lagMs } = reading;
  const ended = succeeded + failed + indeterminate;
  // Locks may take minutes to expire, and so long nothing seems to happen.
  const isWaiting = reading.sentPerSecond === 0 && reading.endedPerSecond === 0 && reading.inFlight > 0;
  const flow = isWaiting
    ? [`sending nothing, waiting for ${counted(reading.inFlight, 'answer')}`]
    : [
        `${grouped(reading.sentPerSecond)}/s sent`,
        `${grouped(reading.endedPerSecond)}/s ended`,
        `${grouped(reading.inFlight)} in flight`,
      ];
  const percentiles = Number.isNaN(p50Ms)
    ? ['no answer yet']
    : [`p50 ${durationText(p50Ms)}`, `p95 ${durationText(p95Ms)}`, `p99 ${durationText(p99Ms)}`];
  const lag = Number.isNaN(lagMs) ? [] : [`lag ${durationText(lagMs)}`];
  const happened = Object.entries({ failed, 'no answer': indeterminate, unexpected, dropped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${grouped(count)} ${what}`);
  const outcomes = [
    counted(ended, 'payment'),
    ended === 0 ? 'none ended' : `${percentText(succeeded / ended)} succeeded`,
    ...happened,
  ];
  return [[shareText(reading, durationMs), ...flow], [...percentiles, ...lag], outcomes].map((parts) =>
    parts.join('  '),
  );
}

function shareText({ elapsedMs }: LoadReading, durationMs = 0): string {
  if (durationMs === 0) return durationText(elapsedMs);
  const over = elapsedMs > durationMs ? `, ${durationText(elapsedMs - durationMs)} over` : '';
  return `${Math.min(100, Math.floor((100 * elapsedMs) / durationMs))} % of ${durationText(durationMs)}${over}`;
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
