import { readable } from '../words/number-format.ts';

/** A mark on an axis: where, from 0 to 1, and what it says. */
export interface Tick {
  readonly share: number;
  readonly text: string;
}

/** The smallest of 1, 2, 5, 10, 20, 50 ... (or their tenths) that divides `range` into at most `parts` steps. */
export function roundStep(range: number, parts: number): number {
  const rough = range / parts;
  if (!(rough > 0)) return 1;
  let unit = 1;
  while (unit < rough) unit *= 10;
  while (unit / 10 >= rough) unit /= 10;
  return [unit / 10, unit / 5, unit / 2, unit].find((step) => step >= rough) ?? unit;
}

/** Round values from 0 up to at least `max`; the last one is the axis' end. */
export function roundScale(max: number, parts: number): readonly number[] {
  const step = roundStep(max, parts);
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** An axis: its marks, and where between its ends a value lies, from 0 to 1. */
export interface Scale {
  readonly ticks: readonly Tick[];
  shareOf(value: number): number;
}

/** From 0, or a round value at most `from`, up to at least `top`, evenly, in at most so many parts. */
export function evenScale(
  top: number,
  {
    parts = 4,
    from = 0,
    textOf = readable,
  }: {
    readonly parts?: number;
    readonly from?: number;
    readonly textOf?: ((value: number) => string) | undefined;
  } = {},
): Scale {
  const most = top > from ? top : from + 1;
  const step = roundStep(most - from, parts);
  const start = step * Math.floor(from / step + 1e-9);
  const steps = roundScale(most - start, parts);
  const end = steps.at(-1) ?? 1;
  return {
    ticks: steps.map((value) => ({ share: value / end, text: textOf(start + value) })),
    shareOf: (value) => within((value - start) / end),
  };
}

/** By powers of ten around the values: latencies below and above a limit differ by a factor of a hundred. */
export function powerScale(values: readonly number[], textOf: (value: number) => string): Scale {
  const positive = values.filter((value) => value > 0);
  const least = Math.floor(Math.log10(Math.min(...positive, 1e9)) + 1e-9);
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...positive, 1e-9)) - 1e-9));
  const from = positive.length === 0 ? 0 : least;
  const powers = (positive.length === 0 ? 1 : most) - from;
  return {
    ticks: Array.from({ length: powers + 1 }, (_, power) => ({
      share: power / powers,
      text: textOf(10 ** (from + power)),
    })),
    shareOf: (value) => (value > 0 ? within((Math.log10(value) - from) / powers) : 0),
  };
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}

/** Marks at round values from 0 to `end`. */
export function roundTicks(end: number, parts: number): readonly Tick[] {
  const step = roundStep(end, parts);
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, index) => ({
    share: (index * step) / end,
    text: readable(index * step),
  }));
}

/** A unit of time by its name. */
export interface TimeUnit {
  readonly name: string;
  readonly ms: number;
}

/** The unit to show durations up to `maxMs` in, so that axis numbers stay short. */
export function timeUnit(maxMs: number): TimeUnit {
  if (maxMs < 2000) return { name: 'ms', ms: 1 };
  if (maxMs < 300_000) return { name: 's', ms: 1000 };
  if (maxMs < 10_800_000) return { name: 'min', ms: 60_000 };
  return { name: 'h', ms: 3_600_000 };
}
