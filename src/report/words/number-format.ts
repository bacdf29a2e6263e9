import { groupedDigits } from '../../model/network/amount.ts';

/** An integer with thousands separators: `12,345`. */
export function grouped(value: number | bigint): string {
  const text = typeof value === 'bigint' ? value.toString() : Math.round(value).toString();
  return text.includes('e') ? text : groupedDigits(text);
}

/** `1 channel`, `2,000 channels`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A number people can read: integers grouped, others with as many decimals as they need, at most `decimals`.
 * `undefined`, as NaN: it was not measured.
 */
export function readable(value: number | undefined, decimals = 2): string {
  if (value === undefined || Number.isNaN(value)) return 'not measured';
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? grouped(value) : value.toExponential(2);
  // Two digits that say something; below a millionth it is written with an exponent.
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toPrecision(2);
  if (Math.abs(value) >= 1e15) return value.toExponential(2);
  const [whole = '0', fraction = ''] = value.toFixed(decimals).split('.');
  const kept = fraction.replace(/0+$/, '');
  // A value that is not 0 is never told as 0, nor as -0.
  if (kept === '' && Number(whole) === 0) return String(Number(value.toPrecision(1)));
  return kept === '' ? groupedDigits(whole) : `${groupedDigits(whole)}.${kept}`;
}

/** A share of 0 to 1 as `93.4 %`; never rounds to 0 or 100 what is not. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  if (percent < 100 && percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(1).replace(/\.0$/, '')} %`;
}

// Three days are the most that are counted in hours.
const MOST_HOURS = 72;

/** A duration in the unit that suits it: `120 ms`, `4.2 s`, `3 min 20 s`, `7 days`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${readable(ms, ms < 10 ? 1 : 0)} ms`;
  const seconds = ms / 1000;
  if (seconds < 100) return `${readable(seconds, 1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  if (minutes < 100) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const hours = minutes / 60;
  return hours < MOST_HOURS ? `${readable(hours, 1)} h` : `${readable(hours / 24, 1)} days`;
}

const HOUR_MS = 3_600_000;
const PERIODS_OF_PLANS = [
  ['week', 168 * HOUR_MS],
  ['day', 24 * HOUR_MS],
  ['hour', HOUR_MS],
] as const;

/** A length of time by which people plan: `1 week`, `30 days`, `90 min`. */
export function spanText(ms: number): string {
  const unit = PERIODS_OF_PLANS.find(([, length]) => ms >= length && ms % length === 0);
  return unit === undefined ? durationText(ms) : counted(ms / unit[1], unit[0]);
}

/** A duration that may not have been measured, which `missing` says. */
export function measuredText(ms: number | null, missing: string): string {
  return ms === null ? missing : durationText(ms);
}

// More digits before the point than this are written with an exponent: they are not counted at a glance.
const MAX_WHOLE_DIGITS = 12;

/** An amount in smallest units as one in whole tokens, rounded to what matters at its size. */
export function amountText(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const whole = (amount / unit).toString();
  if (whole.length > MAX_WHOLE_DIGITS) return `${whole[0]}.${whole.slice(1, 3)}e${whole.length - 1}`;
  const digitsKept = Math.min(decimals, amount >= 1000n * unit ? 0 : amount >= 10n * unit ? 2 : 4);
  const least = unit / 10n ** BigInt(digitsKept);
  const rounded = (amount + least / 2n) / least;
  if (rounded === 0n && amount > 0n) return `< 0.${'1'.padStart(digitsKept, '0')}`;
  const digits = rounded.toString().padStart(digitsKept + 1, '0');
  const fraction = digits.slice(digits.length - digitsKept).replace(/0+$/, '');
  const text = groupedDigits(digits.slice(0, digits.length - digitsKept));
  return digitsKept === 0 || fraction === '' ? text : `${text}.${fraction}`;
}

/** A text as at the begin of a sentence; `p95` stays as it is. */
export function capitalized(text: string): string {
  return /^p\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A moment of ISO 8601 UTC to the minute. */
export function minuteText(moment: string): string {
  return moment.replace('T', ' ').slice(0, 16);
}

/** A difference of two shares in percentage points. */
export function pointsText(difference: number): string {
  const points = Math.abs(100 * difference);
  const sign = difference > 0 ? '+' : difference < 0 ? '-' : '';
  // A tenth is what a share is told to; what is smaller keeps one digit, so that it is not taken for nothing.
  const digits = points > 0 && points < 0.1 ? Number(points.toPrecision(1)) : readable(points, 1);
  return `${sign}${digits} points`;
}

/** The texts that apply: a condition that does not hold stands in the place of the others. */
export function given(texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined && text !== false);
}
