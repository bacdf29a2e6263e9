import { grouped, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { roundScale } from './axis.ts';
import { type ChartFrame, percent, pixels, plot } from './plot.ts';

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
  const scale = roundScale(tallest, tallest < 4 ? tallest : 4);
  const top = scale.at(-1) ?? tallest;
  const width = Math.min(1 / columns.length, 0.12);
  // A sliver of ground between columns, a little more when they are few.
  const gap = columns.length > 30 ? 0.1 : 0.2;
  const columnMark = ({ parts, hint }: Column, index: number): Markup => {
    const left = (index + 0.5) / columns.length - width / 2;
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
  };
  return plot({
    ...chart,
    yTicks: scale.map((value) => ({
      share: value / top,
      text: value < 1e6 ? grouped(value) : readable(value),
    })),
    marks: columns.map(columnMark),
  });
}
