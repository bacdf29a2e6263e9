import { type Content, html, type Markup } from '../page/markup.ts';

/** One figure, with its name above and what it means below. */
export interface Tile {
  readonly name: string;
  readonly figure: Content;
  readonly hint: string;
  /** True for a figure that should not be. */
  readonly isBad?: boolean;
}

/** Figures side by side. */
export function tileList(tiles: readonly Tile[]): Markup {
  return html`<dl class="tiles">${tiles.map(
    ({ name, figure, hint, isBad }) =>
      html`<div class="tile"><dt>${name}</dt><dd class="figure${isBad ? ' bad' : ''}">${figure}</dd><dd class="hint">${hint}</dd></div>`,
  )}</dl>`;
}
