import type { Counted } from './design-effect.ts';

/** Lower and upper bound. */
export type Interval = readonly [low: number, high: number];

// Two-sided 95 % quantile of the normal distribution.
const Z = 1.959964;

/** Where the share lies that so many of so many were drawn from (Wilson's score interval); [0, 1] of nothing. */
export function shareInterval({ part, of }: Counted): Interval {
  if (of === 0) return [0, 1];
  const share = part / of;
  const width = 1 + (Z * Z) / of;
  const middle = (share + (Z * Z) / (2 * of)) / width;
  const reach = (Z / width) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  // At the ends rounding would leave the bounds a hair beside what is known.
  return [part === 0 ? 0 : middle - reach, part === of ? 1 : middle + reach];
}

/** Where the second share less the first lies, for independent draws (Newcombe 1998, method 10). */
export function differenceInterval(first: Counted, second: Counted): Interval {
  const [one, other] = [first, second].map(({ part, of }) => (of === 0 ? 0.5 : part / of)) as [
    number,
    number,
  ];
  const [before, after] = [shareInterval(first), shareInterval(second)];
  const difference = other - one;
  return [
    difference - Math.sqrt((other - after[0]) ** 2 + (before[1] - one) ** 2),
    difference + Math.sqrt((after[1] - other) ** 2 + (one - before[0]) ** 2),
  ];
}
