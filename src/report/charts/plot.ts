import { type Content, html, type Markup } from '../page/markup.ts';
import { grouped, readable } from '../words/number-format.ts';
import { evenScale, type Scale, type Tick } from './axis.ts';

/** The frame around marks: titles, description, axes. Marks use percentages across and pixels down. */
export interface Plot {
  /** Unique on the page. */
  readonly id: string;
  /** Names the chart for those who cannot see it. */
  readonly title: string;
  /** The content of the chart in a sentence, with the numbers that matter. */
  readonly description: string;
  readonly heightPx: number;
  /** Shares count from the bottom. */
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  /** Quantity and unit of the horizontal axis. */
  readonly xTitle?: string;
  readonly marks: Content;
  /** Moments to point out, across the whole height. */
  readonly moments?: readonly MarkedMoment[];
}

/** A frame whose marks and vertical axis follow from the values that are drawn in it. */
type ChartFrame = Omit<Plot, 'yTicks' | 'marks'>;

/** Something that happened at one place of the horizontal axis. */
export interface MarkedMoment {
  /** From 0 to 1. */
  readonly share: number;
  readonly text: string;
}

/**
 * A chart that is as wide as its place: everything across is a percentage, so that text keeps its size
 * on narrow screens instead of shrinking with a view box.
 */
export function plot(frame: Plot): Markup {
  const { id, title, description, heightPx, yTicks, xTicks, xTitle, marks, moments = [] } = frame;
  return html`<div class="plot${xTitle ? ' titled' : ''}"><svg role="img" aria-labelledby="${id}-title ${id}-desc" height="${heightPx}">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${yTicks.map((tick) => yTickMark(tick, heightPx))}
${marks}
${moments.map((moment) => momentMark(moment, heightPx))}<line class="base" x1="0" x2="100%" y1="${heightPx}" y2="${heightPx}"/>
${xTicks.map(({ share, text }) => html`<text x="${percent(share)}" y="${heightPx + 18}" text-anchor="middle">${text}</text>`)}
${xTitle ? html`<text x="50%" y="${heightPx + 36}" text-anchor="middle">${xTitle}</text>` : null}
</svg></div>`;
}

/** A share of the width, 0 to 1, as SVG wants it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

/** Pixels rounded to what an eye can tell. */
export function pixels(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Straight lines, each from one place to the next; a place that is not known leaves a gap. */
export function segments(
  className: string,
  places: readonly (readonly [across: string, down: number] | undefined)[],
): Content {
  return places.slice(1).map((to, index) => {
    const from = places[index];
    if (!from || !to) return null;
    return html`<line class="${className}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"/>`;
  });
}

function momentMark({ share, text }: MarkedMoment, heightPx: number): Markup {
  const x = percent(share);
  // Text that would run over the right edge ends at the line instead.
  const side = share > 0.6 ? { anchor: 'end', dx: -5 } : { anchor: 'start', dx: 5 };
  return html`<line class="moment" x1="${x}" x2="${x}" y1="-12" y2="${heightPx}"/><text class="moment-text" x="${x}" dx="${side.dx}" y="-4" text-anchor="${side.anchor}">${text}</text>`;
}

function yTickMark({ share, text }: Tick, heightPx: number): Markup {
  const y = pixels(heightPx * (1 - share));
  return html`<line class="y-tick" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="-8" y="${y + 4}" text-anchor="end">${text}</text>`;
}

/** A place on a line; a `hint` makes it a dot that shows the hint where it is pointed at. */
interface LinePoint {
  readonly share: number;
  readonly value: number;
  readonly hint?: string;
}

interface ChartLine {
  /** Named below the chart where there are several. */
  readonly name?: string;
  readonly className: string;
  /** `undefined` leaves a gap. */
  readonly points: readonly (LinePoint | undefined)[];
  readonly isStepped?: boolean;
}

export interface LineChart extends ChartFrame {
  readonly lines: readonly ChartLine[];
  /** Highest value of the axis where that is not the highest of the lines. */
  readonly top?: number;
  /** Lowest value of the axis that matters. */
  readonly bottom?: number;
  /** Shown at equal parts of the width where one of them is pointed at. */
  readonly hints?: readonly string[];
  readonly textOf?: (value: number) => string;
}

/** Lines over a common horizontal axis, from 0 up unless the values lie far above it. */
export function lineChart(chart: LineChart): Markup {
  const { lines, top, bottom = 0, hints = [], textOf = readable, ...frame } = chart;
  const { heightPx } = frame;
  const points = lines.flatMap((line) => line.points.filter((point) => point !== undefined));
  const highest = points.reduce((most, { value }) => Math.max(most, value), 0);
  const scale = evenScale(top ?? highest, { from: bottom, textOf });
  const dots = points.filter(({ hint }) => hint !== undefined);
  const named = lines.filter(({ name }) => name !== undefined);
  const drawing = plot({
    ...frame,
    yTicks: scale.ticks,
    marks: [
      html`<svg viewBox="0 0 ${SQUARE} ${SQUARE}" preserveAspectRatio="none" width="100%" height="${heightPx}">${lines.map((line) => html`<path class="mark line ${line.className}" d="${pathOf(line, scale)}"/>`)}</svg>`,
      hints.map(
        (hint, index) =>
          html`<rect class="mark" fill="transparent" x="${percent(index / hints.length)}" width="${percent(1 / hints.length)}" y="0" height="${heightPx}"><title>${hint}</title></rect>`,
      ),
      dots.map(
        ({ share, value, hint }) =>
          html`<circle class="mark rate-dot" cx="${percent(share)}" cy="${pixels(heightPx * (1 - scale.shareOf(value)))}" r="4"><title>${hint}</title></circle>`,
      ),
    ],
  });
  return named.length < 2 ? drawing : html`${drawing}${lineLegend(named)}`;
}

// Lines are drawn in a square of this size, which is stretched to the chart's place.
const SQUARE = 1000;

function pathOf({ points, isStepped = false }: ChartLine, scale: Scale): string {
  return points
    .map((point, at) => {
      if (point === undefined) return '';
      const [x, y] = [pixels(point.share * SQUARE), pixels(SQUARE * (1 - scale.shareOf(point.value)))];
      if (points[at - 1] === undefined) return `M${x} ${y}`;
      return isStepped ? `H${x}V${y}` : `L${x} ${y}`;
    })
    .join('');
}

function lineLegend(lines: readonly ChartLine[]): Markup {
  return html`<ul class="legend">${lines.map(({ name, className }) => html`<li><span class="swatch ${className}"></span>${name}</li>`)}</ul>`;
}

/** One column, made of parts from the bottom up. */
export interface Column {
  readonly parts: readonly { readonly className: string; readonly value: number }[];
  /** Shown when pointed at. */
  readonly hint: string;
}

/** Columns of equal width over a horizontal axis; heights are counts. */
export function columnChart(chart: ChartFrame & { readonly columns: readonly Column[] }): Markup {
  const { columns, heightPx } = chart;
  const tallest = Math.max(
    1,
    ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)),
  );
  const scale = evenScale(tallest, {
    parts: Math.min(tallest, 4),
    textOf: (value) => (value < 1e6 ? grouped(value) : readable(value)),
  });
  const width = Math.min(1 / columns.length, 0.12);
  // A sliver of ground between columns, a little more when they are few.
  const gap = columns.length > 30 ? 0.1 : 0.2;
  const columnMark = ({ parts, hint }: Column, index: number): Markup => {
    const left = (index + 0.5) / columns.length - width / 2;
    let bottom = heightPx;
    const bars = parts
      .filter(({ value }) => value > 0)
      .map(({ className, value }) => {
        // Something that happened at least once must be visible.
        const height = Math.max(1.5, scale.shareOf(value) * heightPx);
        bottom -= height;
        return html`<rect class="${className}" x="${percent(left + (width * gap) / 2)}" width="${percent(width * (1 - gap))}" y="${pixels(bottom)}" height="${pixels(height)}"/>`;
      });
    return html`<g class="mark"><title>${hint}</title>${bars}</g>`;
  };
  return plot({
    ...chart,
    yTicks: scale.ticks,
    marks: columns.map(columnMark),
  });
}

/** The outcomes of payments in the order of legends. */
export const OUTCOMES = ['succeeded', 'failed', 'indeterminate'] as const;

const MEANINGS = {
  succeeded: 'succeeded',
  failed: 'failed',
  indeterminate: 'no answer',
  short: 'failed for lack of money',
} as const;

/** The meaning of the colours in a chart of payments. */
export function outcomeLegend(kinds: readonly (keyof typeof MEANINGS)[]): Markup {
  return html`<ul class="legend">${kinds.map(
    (kind) =>
      html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${kind}" width="12" height="12" rx="2"/></svg>${MEANINGS[kind]}</li>`,
  )}</ul>`;
}
