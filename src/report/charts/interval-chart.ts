import { html, type Markup, type Content } from '../page/markup.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import { evenScale, exactScale, logScale, type Scale } from './axis.ts';
import { percent, pixels, type Plot, plot, segments } from './plot.ts';
import { type Block, table } from '../blocks/block.ts';
import type { Estimate } from '../../statistics/estimate.ts';

/** A mean with its interval at one place of the horizontal axis. */
export interface IntervalPoint {
  readonly at: number;
  readonly mean: number;
  readonly interval: Interval;
  readonly hint: string;
}

interface IntervalChart extends Pick<Plot, 'id' | 'title' | 'description' | 'xTitle'> {
  readonly points: readonly IntervalPoint[];
  /** A level to be reached, drawn across. */
  readonly target?: number | undefined;
  /** A part of the horizontal axis to point out, such as where an answer lies. */
  readonly answer?: { readonly at: number; readonly interval: Interval } | undefined;
  /** Highest value, where that is not the end of the highest interval. */
  readonly top?: number | undefined;
  /** Lowest value that matters: marks below are left out where most are above, with one that misses the target if any does. */
  readonly bottom?: number | undefined;
  /** Writes a value of the vertical axis. */
  readonly textOf?: (value: number) => string;
  /** The vertical axis, where it is not even. */
  readonly scale?: Scale;
}

const HEIGHT_PX = 240;

/** Means and their intervals over amounts, evenly in the logarithm where they differ by more than a factor of 20. */
export function intervalChart(chart: IntervalChart): Markup {
  const { points, target, answer, top, bottom = 0, textOf, scale: vertical, ...frame } = chart;
  const shown = points.filter(({ interval }) => finite(interval[1], bottom) >= bottom);
  const misses = ({ mean }: IntervalPoint): boolean => mean < (target ?? 0);
  const isCut = shown.length > Math.max(1, points.length / 2) && shown.some(misses) === points.some(misses);
  const least = isCut ? bottom : 0;
  const placed = [...(isCut ? shown : points)].sort((a, b) => a.at - b.at);
  const across = horizontal([...placed, ...(answer ? [answer] : [])].map(({ at }) => at));
  const highest = Math.max(...placed.map(({ mean, interval }) => finite(interval[1], mean)), target ?? 0);
  const scale = vertical ?? evenScale(top ?? highest, { ...(isCut && { from: bottom }), textOf });
  const up = (value: number): number => pixels(HEIGHT_PX * (1 - scale.shareOf(value)));
  return plot({
    ...frame,
    heightPx: HEIGHT_PX,
    yTicks: scale.ticks,
    xTicks: across.ticks,
    marks: [
      answer === undefined
        ? null
        : html`<rect class="interval" x="${percent(across.shareOf(answer.interval[0]))}" width="${percent(Math.max(0.002, across.shareOf(answer.interval[1]) - across.shareOf(answer.interval[0])))}" y="0" height="${HEIGHT_PX}"/><line class="limit" x1="${percent(across.shareOf(answer.at))}" x2="${percent(across.shareOf(answer.at))}" y1="0" y2="${HEIGHT_PX}"/>`,
      target === undefined
        ? null
        : html`<line class="moment" x1="0" x2="100%" y1="${up(target)}" y2="${up(target)}"/>`,
      segments(
        'rate',
        placed.map(({ at, mean }) => [percent(across.shareOf(at)), up(mean)]),
      ),
      placed.map(({ at, mean, interval: [low, high], hint }) => {
        const x = percent(across.shareOf(at));
        return html`<g class="mark"><line class="reach" x1="${x}" x2="${x}" y1="${up(Math.max(least, finite(low, 0)))}" y2="${up(finite(high, Number.MAX_VALUE))}"/><circle class="rate-dot" cx="${x}" cy="${up(mean)}" r="4"/><title>${hint}</title></g>`;
      }),
    ],
  });
}

function finite(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}

// Beyond it the small values of an even axis would lie on one another.
const LOGARITHMIC_FROM = 20;

function horizontal(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low > 0 && high / low > LOGARITHMIC_FROM ? logScale(low, high) : exactScale(high, { from: low });
}

/** One bar: what it stands for and how far it reaches to either side of zero. */
interface TornadoRow {
  readonly name: Content;
  readonly value: Estimate;
  /** The value in words, with its interval. */
  readonly text: string;
}

/** Changes as bars from a common zero, each with its interval; a table, so that narrow screens and readers have it too. */
export function tornadoChart(
  caption: string,
  rows: readonly TornadoRow[],
  look: { readonly lines?: number } = {},
): Block {
  const bounds = rows.flatMap(({ value: { mean, interval } }) => [mean, ...interval].filter(Number.isFinite));
  const [least, most] = [Math.min(0, ...bounds), Math.max(0, ...bounds)];
  const reach = Math.max(most - least, Number.MIN_VALUE);
  const shareOf = (value: number): number => (Math.min(Math.max(value, least), most) - least) / reach;
  return table({
    caption,
    columns: [
      ['', ({ name }) => name],
      ['', ({ value }) => bar(value, shareOf), { className: 'wide' }],
      ['', ({ text }) => text, 'number'],
    ],
    rows,
    ...look,
  });
}

function bar({ mean, interval: [low, high] }: Estimate, shareOf: (value: number) => number): Markup {
  const zero = shareOf(0);
  const [from, to] = [Math.min(zero, shareOf(mean)), Math.max(zero, shareOf(mean))];
  return html`<svg class="tornado-bar" height="16" aria-hidden="true"><line class="y-tick" x1="${percent(zero)}" x2="${percent(zero)}" y1="0" y2="16"/><rect class="${mean < 0 ? 'failed' : 'succeeded'}" x="${percent(from)}" width="${percent(to - from)}" y="3" height="10" rx="2"/><line class="reach" x1="${percent(shareOf(low))}" x2="${percent(shareOf(high))}" y1="8" y2="8"/></svg>`;
}
