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
  /** Moments to point out, across the whole height. */
  readonly moments?: readonly MarkedMoment[];
}

/** A frame whose marks and vertical axis follow from the values that are drawn in it. */
export type ChartFrame = Omit<Plot, 'yTicks' | 'marks'>;

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
