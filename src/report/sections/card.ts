import { type Content, html, type Markup } from '../page/markup.ts';

/** One titled part of a page. */
export function card(
  { id, title, hint }: { readonly id: string; readonly title: string; readonly hint?: Content },
  ...content: readonly Content[]
): Markup {
  return html`<section class="card" id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>
${hint ? html`<p class="hint">${hint}</p>` : null}
${content}</section>`;
}

/** A part of a page of which there is nothing to draw, with the reason. */
export function emptyCard(frame: { readonly id: string; readonly title: string }, why: Content): Markup {
  return card(frame, nothingToShow(why));
}

/** A chart, and above it what it shows. */
export function figure(caption: Content, ...content: readonly Content[]): Markup {
  return html`<figure><figcaption>${caption}</figcaption>${content}</figure>`;
}

/** A bar as long as a share of 0 to 1. */
export function barStyle(share: number): string {
  return `width:${Math.round(share * 1000) / 10}%`;
}

/** Words in place of a chart that would be empty. */
export function nothingToShow(why: Content): Markup {
  return html`<p class="none">${why}</p>`;
}
