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
