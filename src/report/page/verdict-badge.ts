import type { RunVerdict } from '../figures/verdict.ts';
import { html, type Markup } from './markup.ts';

/** A run's verdict as a word with a sign, so that it does not depend on colour. */
export function verdictBadge(word: RunVerdict['word']): Markup {
  switch (word) {
    case 'as-expected':
      return html`<span class="badge good"><span aria-hidden="true">✓</span> as expected</span>`;
    case 'not-as-expected':
      return html`<span class="badge bad"><span aria-hidden="true">✗</span> not as expected</span>`;
    case 'partial':
      return html`<span class="badge open"><span aria-hidden="true">!</span> broke off</span>`;
  }
}
