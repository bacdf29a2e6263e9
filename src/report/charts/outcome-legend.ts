import { html, type Markup } from '../page/markup.ts';

/** The outcomes of payments in the order of legends. */
export const OUTCOMES = ['succeeded', 'failed', 'indeterminate'] as const;

const MEANINGS = {
  succeeded: 'succeeded',
  failed: 'failed',
  indeterminate: 'no answer',
  short: 'failed for want of money',
} as const;

/** What the colours of a chart of payments mean. */
export function outcomeLegend(kinds: readonly (keyof typeof MEANINGS)[]): Markup {
  return html`<ul class="legend">${kinds.map(
    (kind) =>
      html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${kind}" width="12" height="12" rx="2"/></svg>${MEANINGS[kind]}</li>`,
  )}</ul>`;
}
