import { type Block, table } from '../blocks/block.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { percent } from './plot.ts';

/** One bar: what it stands for and how far it reaches to either side of zero. */
export interface TornadoRow {
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
