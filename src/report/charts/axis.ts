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

interface ScaleLook {
  /** The most parts that marks divide the axis into. */
  readonly parts?: number;
  readonly from?: number;
  readonly textOf?: ((value: number) => string) | undefined;
}

/** From a round value at most `from` up to a round value of at least `top`, evenly. */
export function evenScale(top: number, { parts = 4, from = 0, textOf = readable }: ScaleLook = {}): Scale {
  const most = top > from ? top : from + 1;
  const step = roundStep(most - from, parts);
  const start = step * Math.floor(from / step + 1e-9);
  const marks = roundScale(most - start, parts).map((value) => start + value);
  return markedScale({ low: start, high: marks.at(-1) ?? 1, marks, textOf });
}

/** From 0 or another value up to exactly `end`, with marks at the round values between. */
export function exactScale(end: number, { parts = 5, from = 0, textOf = readable }: ScaleLook = {}): Scale {
  const marks = roundScale(end, parts).filter((value) => value >= from && value <= end * (1 + 1e-9));
  return markedScale({ low: from, high: end, marks, textOf });
}

/** Between two positive values, evenly in the logarithm: each tenfold takes the same room. */
export function logScale(low: number, high: number, textOf: (value: number) => string = readable): Scale {
  const decades = Math.log10(high / low);
  const steps = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const marks = Array.from({ length: last - first + 1 }, (_, power) =>
    steps.map((step) => step * 10 ** (first + power)),
  )
    .flat()
    .filter((value) => value >= low && value <= high);
  return markedScale({ low, high, marks, textOf, place: Math.log });
}

interface MarkedRange {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly number[];
  readonly textOf: (value: number) => string;
  readonly place?: (value: number) => number;
}

function markedScale({ low, high, marks, textOf, place = Number }: MarkedRange): Scale {
  const [from, to] = [place(low), place(high)];
  const shareOf = (value: number): number =>
    to > from ? (place(Math.min(Math.max(value, low), high)) - from) / (to - from) : 0.5;
  return { shareOf, ticks: marks.map((value) => ({ share: shareOf(value), text: textOf(value) })) };
}

/** The unit to show durations up to `maxMs` in, so that axis numbers stay short. */
export function timeUnit(maxMs: number): { readonly name: string; readonly ms: number } {
  if (maxMs < 2000) return { name: 'ms', ms: 1 };
  if (maxMs < 300_000) return { name: 's', ms: 1000 };
  if (maxMs < 10_800_000) return { name: 'min', ms: 60_000 };
  return { name: 'h', ms: 3_600_000 };
}
