import { grouped, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { roundScale, type Tick } from './axis.ts';
import { type MarkedMoment, percent, pixels, plot } from './plot.ts';

/** One column, made of parts from the bottom up. */
export interface Column {
  readonly parts: readonly { readonly className: string; readonly value: number }[];
  /** Shown when pointed at. */
  readonly hint: string;
}

/** Columns of equal width over a horizontal axis; heights are counts. */
export function columnChart(chart: {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly heightPx: number;
  readonly columns: readonly Column[];
  readonly xTicks: readonly Tick[];
  readonly xTitle?: string;
  readonly moments?: readonly MarkedMoment[];
}): Markup {
  const { columns, heightPx } = chart;
  const tallest = Math.max(
    1,
    ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)),
  );
  const scale = roundScale(tallest, tallest < 4 ? tallest : 4);
  const top = scale.at(-1) ?? tallest;
  return plot({
    ...chart,
    yTicks: scale.map((value) => ({
      share: value / top,
      text: value < 1e6 ? grouped(value) : readable(value),
    })),
    marks: columns.map((column, index) => columnMark(column, { index, of: columns.length, top, heightPx })),
  });
}

function columnMark(
  { parts, hint }: Column,
  {
    index,
    of,
    top,
    heightPx,
  }: { readonly index: number; readonly of: number; readonly top: number; readonly heightPx: number },
): Markup {
  const width = Math.min(1 / of, 0.12);
  const left = (index + 0.5) / of - width / 2;
  // A sliver of ground between columns, a little more when they are few.
  const gap = of > 30 ? 0.1 : 0.2;
  let bottom = heightPx;
  const bars = parts
    .filter(({ value }) => value > 0)
    .map(({ className, value }) => {
      // What happened at least once must be visible.
      const height = Math.max(1.5, (value / top) * heightPx);
      bottom -= height;
      return html`<rect class="${className}" x="${percent(left + (width * gap) / 2)}" width="${percent(width * (1 - gap))}" y="${pixels(bottom)}" height="${pixels(height)}"/>`;
    });
  return html`<g class="mark"><title>${hint}</title>${bars}</g>`;
}
