import type { Markup } from '../report/page/markup.ts';

/** The element that a markup describes. */
export function made({ markup }: Markup): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = markup.trim();
  return template.content.firstElementChild as HTMLElement;
}

/** A part of a page that its own markup has. */
export function part(within: ParentNode, selector: string): HTMLElement {
  return within.querySelector(selector) as HTMLElement;
}
