import { html, type Markup } from './markup.ts';

const MARKS = { good: '✓', bad: '✗', open: '!', unknown: '?' } as const;

/** A judgement in a word with a sign, so that it does not depend on colour. */
export function badge(kind: keyof typeof MARKS, text: string): Markup {
  return html`<span class="badge ${kind === 'unknown' ? 'open' : kind}"><span aria-hidden="true">${MARKS[kind]}</span> ${text}</span>`;
}

/** Whether something held. */
export function yesBadge(yes: boolean): Markup {
  return yes ? badge('good', 'yes') : badge('bad', 'no');
}
