import { html, type Content, type Markup } from '../page/markup.ts';
import type { Tick } from './axis.ts';

/** The frame around marks: titles, description, axes. Marks use percentages across and pixels down. */
export interface Plot {
  /** Unique on the page. */
  readonly id: string;
  /** Names the chart for those who cannot see it. */
  readonly title: string;
  /** What it shows, in a sentence with the numbers that matter. */
  readonly description: string;
  readonly heightPx: number;
  /** Shares count from the bottom. */
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  /** What the horizontal axis measures, with its unit. */
  readonly xTitle?: string;
  readonly marks: Content;
}

/**
 * A chart that is as wide as its place: everything across is a percentage, so that text keeps its size
 * on narrow screens instead of shrinking with a view box.
 */
export function plot({ id, title, description, heightPx, yTicks, xTicks, xTitle, marks }: Plot): Markup {
  return html`<div class="plot${xTitle ? ' titled' : ''}"><svg role="img" aria-labelledby="${id}-title ${id}-desc" height="${heightPx}">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${yTicks.map((tick) => yTickMark(tick, heightPx))}
${marks}
<line class="base" x1="0" x2="100%" y1="${heightPx}" y2="${heightPx}"/>
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

function yTickMark({ share, text }: Tick, heightPx: number): Markup {
  const y = pixels(heightPx * (1 - share));
  return html`<line class="y-tick" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="-8" y="${y + 4}" text-anchor="end">${text}</text>`;
}
