import { roundStep, type Tick, timeUnit } from '../charts/axis.ts';
import { columnChart, type Plot } from '../charts/plot.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import type { Markup } from '../page/markup.ts';
import { type Block, chart, emptySection, pageOnly, section } from '../blocks/block.ts';
import { percentile } from '../../statistics/percentile.ts';
import type { Figures } from '../figures/figures.ts';

const HEIGHT_PX = 170;
const MAX_X_LABELS = 6;

/** How far succeeded payments went, how long they took and what they cost; of a load nodes do not tell. */
export function distributionSections(figures: Figures): Block | null {
  if (figures.run.load !== undefined) return null;
  return pageOnly(() => ({
    kind: 'beside',
    look: 'three',
    blocks: [pathLengthSection(figures), latencySection(figures), feeSection(figures)],
  }));
}

function pathLengthSection({ tally, run }: Figures): Block {
  const lengths = tally.payments.pathLengths;
  const frame = { id: 'paths', title: 'Path lengths', listed: 'Distributions' };
  const longest = lengths.at(-1)?.hops ?? 0;
  const paths = lengths.reduce((sum, { count }) => sum + count, 0);
  if (paths === 0) return emptySection(frame, 'No payment succeeded whose path is known.');
  if (lengths.length === 1)
    return emptySection(
      frame,
      `All ${counted(paths, 'payment')} took ${counted(longest, 'hop')}${longest === 1 ? ', straight to a neighbour' : ''}.`,
    );
  const counts = Array.from(
    { length: longest },
    (_, index) => lengths.find(({ hops }) => hops === index + 1)?.count ?? 0,
  );
  const every = Math.max(1, roundStep(longest, 12));
  return section(
    {
      ...frame,
      hint: `Channels each succeeded payment went through. ${run.header.job === 'replay' ? 'As simulated, where both ended the same way: nodes do not tell over REST.' : 'Longer paths lock more money, take longer and cost more.'}`,
    },
    chart(
      null,
      columnChart({
        id: 'paths-chart',
        title: 'Succeeded payments by number of hops',
        description: lengths
          .map(({ hops, count }) => `${counted(hops, 'hop')}: ${grouped(count)}`)
          .join('; '),
        heightPx: HEIGHT_PX,
        columns: counts.map((value, index) => ({
          parts: [{ className: 'succeeded', value }],
          hint: `${counted(index + 1, 'hop')}: ${counted(value, 'payment')} (${percentText(value / paths)})`,
        })),
        xTicks: counts.flatMap((_, index) =>
          (index + 1) % every === 0 || every === 1
            ? [{ share: (index + 0.5) / longest, text: String(index + 1) }]
            : [],
        ),
        xTitle: 'hops',
      }),
    ),
  );
}

function latencySection({ tally, metrics }: Figures): Block {
  const frame = { id: 'latency', title: 'Latency' };
  const latencies = tally.payments.latenciesMs.ascending();
  const longest = latencies.at(-1);
  if (longest === undefined) return emptySection(frame, 'No payment succeeded, so there is nothing to time.');
  // Within half a percent: a chart would only enlarge noise.
  if (longest - (latencies[0] ?? 0) <= longest / 200)
    return emptySection(
      frame,
      `Every payment that succeeded took ${latencies[0] === longest ? '' : 'about '}${durationText(longest)}.`,
    );
  const unit = timeUnit(longest);
  const at = (name: string): string => durationText(metrics[name] ?? 0);
  return section(
    {
      ...frame,
      hint: `From request to answer. Half within ${at('latency_p50_ms')}, 95 % within ${at('latency_p95_ms')}, 99 % within ${at('latency_p99_ms')}.`,
    },
    chart(
      null,
      histogramChart({
        id: 'latency-chart',
        title: 'Succeeded payments by how long they took',
        values: latencies.map((ms) => ms / unit.ms),
        unit: unit.name,
        xTitle: `time until the answer (${unit.name})`,
      }),
    ),
  );
}

// The share of the amount that mediators kept.
function feeSection({ tally, run }: Figures): Block {
  const frame = { id: 'fees', title: 'Fees' };
  const shares = tally.payments.feePercents;
  if (shares.length === 0) return emptySection(frame, 'No payment succeeded whose fees are known.');
  const charged = shares.filter((share) => share > 0).length;
  const highest = shares.at(-1) ?? 0;
  if (charged === 0)
    return emptySection(
      frame,
      `No mediator charged anything: all ${counted(shares.length, 'succeeded payment')} ${shares.length === 1 ? 'was' : 'were'} free.`,
    );
  if (shares[0] === highest)
    return emptySection(frame, `Every payment that succeeded cost ${readable(highest, 3)} % of its amount.`);
  const source = run.header.job === 'replay' ? ' As simulated: nodes do not tell over REST.' : '';
  return section(
    {
      ...frame,
      hint: `What mediators kept of each payment. ${grouped(charged)} of ${grouped(shares.length)} payments paid a fee; half of all paid at most ${readable(percentile(shares, 50), 3)} %, 95 % at most ${readable(percentile(shares, 95), 3)} %.${source}`,
    },
    chart(
      null,
      histogramChart({
        id: 'fees-chart',
        title: 'Succeeded payments by fee',
        values: shares,
        unit: '%',
        xTitle: 'fee (% of the amount)',
      }),
    ),
  );
}

interface HistogramChart extends Required<Pick<Plot, 'id' | 'title' | 'xTitle'>> {
  readonly values: Float64Array;
  readonly unit: string;
}

function histogramChart({ id, title, values, unit, xTitle }: HistogramChart): Markup {
  const { edges, counts, logarithmic } = histogram(values);
  return columnChart({
    id,
    title,
    description: `${grouped(values.length)} payments from ${readable(values[0] ?? 0, 3)} to ${readable(values.at(-1) ?? 0, 3)} ${unit}, median ${readable(percentile(values, 50), 3)} ${unit}.`,
    heightPx: HEIGHT_PX,
    columns: counts.map((value, index) => ({
      parts: [{ className: 'succeeded', value }],
      hint: `${readable(edges[index] ?? 0, 4)} to ${readable(edges[index + 1] ?? 0, 4)} ${unit}: ${counted(value, 'payment')} (${percentText(value / values.length)})`,
    })),
    xTicks: edgeTicks(edges),
    xTitle: logarithmic ? `${xTitle}, each step about twice the one before` : xTitle,
  });
}

function edgeTicks(edges: readonly number[]): readonly Tick[] {
  const every = Math.ceil(edges.length / MAX_X_LABELS);
  return edges.flatMap((edge, index) =>
    index % every === 0 ? [{ share: index / (edges.length - 1), text: readable(edge, 4) }] : [],
  );
}

/** Values counted in bins; bin i lies between `edges[i]` and `edges[i + 1]`, the upper edge excluded except the last. */
interface Histogram {
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
export function histogram(values: Float64Array): Histogram {
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
