import { roundStep, timeUnit, type Tick } from '../charts/axis.ts';
import { columnChart } from '../charts/column-chart.ts';
import { histogram } from '../charts/histogram.ts';
import type { Plot } from '../charts/plot.ts';
import { clockHint } from '../words/clock-text.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { pathLengths } from '../figures/path-lengths.ts';
import { ascending, percentile } from '../../statistics/percentile.ts';
import type { ReportData } from '../report-data.ts';
import { card, emptyCard } from './card.ts';

const HEIGHT_PX = 170;
const MAX_X_LABELS = 6;

/** How many hops succeeded payments took. */
export function pathLengthSection({ payments, run }: ReportData): Markup {
  const lengths = pathLengths(payments);
  const frame = { id: 'paths', title: 'Path lengths' };
  const longest = lengths.at(-1)?.hops ?? 0;
  const paths = lengths.reduce((sum, { count }) => sum + count, 0);
  if (paths === 0) return emptyCard(frame, 'No payment succeeded whose path is known.');
  if (lengths.length === 1)
    return emptyCard(
      frame,
      `All ${counted(paths, 'payment')} took ${counted(longest, 'hop')}${longest === 1 ? ', straight to a neighbour' : ''}.`,
    );
  const counts = Array.from(
    { length: longest },
    (_, index) => lengths.find(({ hops }) => hops === index + 1)?.count ?? 0,
  );
  const every = Math.max(1, roundStep(longest, 12));
  return card(
    {
      ...frame,
      hint: `Channels each succeeded payment went through. ${run.header.job === 'replay' ? 'As simulated, where both ended the same way: nodes do not tell over REST.' : 'Longer paths lock more money, take longer and cost more.'}`,
    },
    html`<figure>${columnChart({
      id: 'paths-chart',
      title: 'Succeeded payments by number of hops',
      description: lengths.map(({ hops, count }) => `${counted(hops, 'hop')}: ${grouped(count)}`).join('; '),
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
    })}</figure>`,
  );
}

/** How long succeeded payments took. */
export function latencySection({ payments, metrics, run }: ReportData): Markup {
  const frame = { id: 'latency', title: 'Latency' };
  const latencies = ascending(payments.flatMap(({ latencyMs }) => latencyMs ?? []));
  const longest = latencies.at(-1);
  if (longest === undefined) return emptyCard(frame, 'No payment succeeded, so there is nothing to time.');
  // Within half a percent: a chart would only enlarge noise.
  if (longest - (latencies[0] ?? 0) <= longest / 200)
    return emptyCard(
      frame,
      `Every payment that succeeded took ${latencies[0] === longest ? '' : 'about '}${durationText(longest)}.${clockHint(run.header)}`,
    );
  const unit = timeUnit(longest);
  const at = (name: string): string => durationText(metrics[name] ?? 0);
  return card(
    {
      ...frame,
      hint: `From request to answer. Half within ${at('latency_p50_ms')}, 95 % within ${at('latency_p95_ms')}, 99 % within ${at('latency_p99_ms')}.${clockHint(run.header)}`,
    },
    html`<figure>${histogramChart({
      id: 'latency-chart',
      title: 'Succeeded payments by how long they took',
      values: latencies.map((ms) => ms / unit.ms),
      unit: unit.name,
      xTitle: `time until the answer (${unit.name})`,
    })}</figure>`,
  );
}

/** What share of the amount mediators kept. */
export function feeSection({ payments, run }: ReportData): Markup {
  const frame = { id: 'fees', title: 'Fees' };
  const traced = payments.filter(({ result, outline }) => result === 'succeeded' && outline);
  if (traced.length === 0) return emptyCard(frame, 'No payment succeeded whose fees are known.');
  const shares = ascending(
    traced.map(({ outline, request }) => (Number(outline?.fee ?? 0n) / Number(request.amount)) * 100),
  );
  const charged = shares.filter((share) => share > 0).length;
  const highest = shares.at(-1) ?? 0;
  if (charged === 0)
    return emptyCard(
      frame,
      `No mediator charged anything: all ${counted(traced.length, 'succeeded payment')} ${traced.length === 1 ? 'was' : 'were'} free.`,
    );
  if (shares[0] === highest)
    return emptyCard(frame, `Every payment that succeeded cost ${readable(highest, 3)} % of its amount.`);
  const source = run.header.job === 'replay' ? ' As simulated: nodes do not tell over REST.' : '';
  return card(
    {
      ...frame,
      hint: `What mediators kept of each payment. ${grouped(charged)} of ${grouped(traced.length)} payments paid a fee; half of all paid at most ${readable(percentile(shares, 50), 3)} %, 95 % at most ${readable(percentile(shares, 95), 3)} %.${source}`,
    },
    html`<figure>${histogramChart({ id: 'fees-chart', title: 'Succeeded payments by fee', values: shares, unit: '%', xTitle: 'fee (% of the amount)' })}</figure>`,
  );
}

interface HistogramChart extends Required<Pick<Plot, 'id' | 'title' | 'xTitle'>> {
  readonly values: readonly number[];
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
