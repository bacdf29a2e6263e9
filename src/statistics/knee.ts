// Of a straight line no point lies above its chord; noise lifts some by a few hundredths.
const LEAST_RISE = 0.1;

/**
 * The place at which values over even steps bend most: the one that lies highest above the line from the first to the
 * last, as a part of their rise (Satopaa, Albrecht, Irwin and Raghavan 2011, for rising curves). Undefined: they do not
 * rise, or rise evenly.
 */
export function kneeOf(values: readonly number[]): number | undefined {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  if (!(last > first)) return undefined;
  const above = values.map((value, at) => (value - first) / (last - first) - at / (values.length - 1));
  const most = Math.max(...above);
  return most < LEAST_RISE ? undefined : above.indexOf(most);
}
