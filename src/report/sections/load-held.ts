import type { LoadResult } from '../../model/load/load-result.ts';
import { heldText } from '../load/load-held.ts';
import { durationText, grouped } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { card, emptyCard } from './card.ts';

/** What nodes still held locked after the load, at every moment it was looked at, and in which channels. */
export function loadHeld({ aftermath }: LoadResult, { inTokens }: ReportData): Markup {
  const frame = { id: 'load-held', title: 'Still locked after the load' };
  if (aftermath === undefined) return emptyCard(frame, 'Nobody looked after the load.');
  const { looks, channels } = aftermath;
  if (channels.length === 0) return emptyCard(frame, 'Nothing, once the last payment had ended.');
  return card(
    { ...frame, hint: `Locks held ${heldText(aftermath)}.` },
    html`<table class="stacking"><caption>At every look</caption><thead><tr><th scope="col" class="number">After the last payment ended</th><th scope="col" class="number">Payments that hold locks</th><th scope="col" class="number">Locked</th></tr></thead>
<tbody>${looks.map(
      ({ atMs, payments, locked }) =>
        html`<tr><th scope="row" class="number">${durationText(atMs)}</th><td class="number" data-label="Payments">${grouped(payments)}</td><td class="number" data-label="Locked">${locked.length === 0 ? '0' : locked.map(({ token, amount }) => inTokens(amount, token)).join(' + ')}</td></tr>`,
    )}</tbody></table>`,
    html`<table class="stacking"><caption>Where, at the last look that found any</caption><thead><tr><th scope="col">Channel</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Payments</th><th scope="col" class="number">Locked</th></tr></thead>
<tbody>${channels.map(
      ({ channel, token, payer, payee, transfers, lockedAmount }) =>
        html`<tr><th scope="row">${channel}</th><td data-label="From">${payer}</td><td data-label="To">${payee}</td><td class="number" data-label="Payments">${grouped(transfers)}</td><td class="number" data-label="Locked">${inTokens(lockedAmount, token)}</td></tr>`,
    )}</tbody></table>`,
  );
}
