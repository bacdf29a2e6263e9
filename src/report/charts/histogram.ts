import { roundStep } from './axis.ts';

/** Values counted in bins; bin i lies between `edges[i]` and `edges[i + 1]`, the upper edge excluded except the last. */
export interface Histogram {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** True when each edge is about twice the one before, not a step further. */
  readonly logarithmic: boolean;
}

// About the square root of the number of values, as histograms usually have; more than 24 cannot be told apart.
const MAX_BINS = 24;
const MIN_BINS = 6;
// From here on a linear axis would squeeze almost everything into its first bins.
const LOGARITHMIC_RATIO = 100;
// Nine decades are 27 bins; beyond, the smallest values are as good as zero.
const MAX_LOGARITHMIC_RATIO = 1e9;

/** Counts values (at least one, none negative) in bins with round edges. */
export function histogram(values: readonly number[]): Histogram {
  const smallest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  const logarithmic = smallest > largest / MAX_LOGARITHMIC_RATIO && smallest < largest / LOGARITHMIC_RATIO;
  const edges = logarithmic
    ? seriesEdges(smallest, largest)
    : evenEdges(smallest, largest, Math.min(MAX_BINS, Math.max(MIN_BINS, 1.5 * Math.sqrt(values.length))));
  const counts = edges.slice(1).map(() => 0);
  for (const value of values) {
    const after = edges.findIndex((edge) => edge > value);
    const bin = after === -1 ? counts.length - 1 : Math.max(0, after - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts, logarithmic };
}

function evenEdges(smallest: number, largest: number, bins: number): readonly number[] {
  // Near zero the axis begins at zero; a narrow range far from it keeps its own beginning.
  const from = smallest * 3 < largest ? 0 : smallest;
  // A step below the precision of its numbers would make equal edges.
  const step = roundStep(Math.max(largest - from, largest * 1e-9) || 1, bins);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function seriesEdges(smallest: number, largest: number): readonly number[] {
  let unit = 1;
  while (unit > smallest) unit /= 10;
  while (unit * 10 <= smallest) unit *= 10;
  const edges: number[] = [];
  for (let decade = unit; edges.at(-1) === undefined || (edges.at(-1) ?? 0) < largest; decade *= 10)
    for (const factor of [1, 2, 5]) {
      const edge = decade * factor;
      if (edge * 2.5 <= smallest || (edges.at(-1) ?? 0) >= largest) continue;
      edges.push(edge);
    }
  return edges.length > 1 ? edges : [smallest, largest + 1];
}
