import { html, type Markup } from '../page/markup.ts';
import { barStyle } from '../sections/card.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import type { ChangedPayment, PaymentPairs } from './payment-pairs.ts';

// What a person reads; --json has every one.
const MAX_ROWS = 100;
const OPEN_ROWS = 10;

/** How the payments that both runs asked for ended in each, and which ended otherwise. */
export function pairsSection(pairs: PaymentPairs): Markup {
  const { both, onlyA, onlyB, neither, changed } = pairs;
  const all = both + onlyA + onlyB + neither;
  const rows = [
    ['In both', both],
    ['Only in A', onlyA],
    ['Only in B', onlyB],
    ['In neither', neither],
  ] as const;
  return html`<table><caption>Where ${counted(all, 'payment')} of both runs succeeded</caption><thead><tr><th scope="col">Succeeded</th><th scope="col" class="number">Payments</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${rows.map(
    ([name, count]) =>
      html`<tr><th scope="row">${name}<div class="bar${name === 'In neither' ? ' failed-bar' : ''}" aria-hidden="true"><span style="${barStyle(all === 0 ? 0 : count / all)}"></span></div></th><td class="number">${grouped(count)}</td><td class="number">${all === 0 ? '–' : percentText(count / all)}</td></tr>`,
  )}</tbody></table>${changed.length === 0 ? html`<p>Every one of them ended alike.</p>` : changedList(changed)}`;
}

function changedList(changed: readonly ChangedPayment[]): Markup {
  const rest = changed.length - MAX_ROWS;
  const more = changed.slice(OPEN_ROWS, MAX_ROWS);
  return html`<h3>${counted(changed.length, 'payment')} ended otherwise</h3>${changedTable(changed.slice(0, OPEN_ROWS))}${
    more.length === 0
      ? null
      : html`<details><summary>Show ${grouped(more.length)} more</summary>${changedTable(more)}</details>`
  }${rest > 0 ? html`<p class="hint">And ${grouped(rest)} more: <code>-o FILE.json</code> has all.</p>` : null}`;
}

function changedTable(changed: readonly ChangedPayment[]): Markup {
  return html`<table class="stacking"><thead><tr><th scope="col">Payment</th><th scope="col">A</th><th scope="col">B</th></tr></thead>
<tbody>${changed.map(
    ({ operations, payment, a, b }) =>
      html`<tr><th scope="row">${payment}<span class="sub">#${operations.a}${operations.b === operations.a ? '' : ` in A, #${operations.b} in B`}</span></th><td data-label="A">${a}</td><td data-label="B">${b}</td></tr>`,
  )}</tbody></table>`;
}
