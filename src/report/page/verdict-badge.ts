import type { RunVerdict } from '../figures/verdict.ts';
import { html, type Markup } from './markup.ts';

/** A run's verdict as a word with a sign, so that it does not depend on colour. */
export function verdictBadge(word: RunVerdict['word']): Markup {
  switch (word) {
    case 'as-expected':
      return good('as expected');
    case 'not-as-expected':
      return bad('not as expected');
    case 'partial':
      return html`<span class="badge open"><span aria-hidden="true">!</span> broke off</span>`;
  }
}

/** Whether something held. */
export function yesBadge(yes: boolean): Markup {
  return yes ? good('yes') : bad('no');
}

function good(text: string): Markup {
  return html`<span class="badge good"><span aria-hidden="true">✓</span> ${text}</span>`;
}

function bad(text: string): Markup {
  return html`<span class="badge bad"><span aria-hidden="true">✗</span> ${text}</span>`;
}
