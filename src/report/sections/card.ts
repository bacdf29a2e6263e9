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

/** Words in place of a chart that would be empty. */
export function nothingToShow(why: Content): Markup {
  return html`<p class="none">${why}</p>`;
}
