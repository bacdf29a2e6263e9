import { failuresByPlace, failuresByReason } from '../figures/failures.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { MODEL_CHECK_TEXTS, REASON_TEXTS } from '../words/reason-texts.ts';
import type { ReportData } from '../report-data.ts';
import { barStyle, card, emptyCard } from './card.ts';

const MAX_PLACES = 8;

/** Why payments failed. */
export function failureReasons({ run, payments }: ReportData): Markup {
  const reasons = failuresByReason(run, payments);
  const failed = reasons.reduce((sum, { count }) => sum + count, 0);
  const frame = { id: 'failures', title: 'Why payments failed' };
  if (failed === 0)
    return emptyCard(frame, payments.length === 0 ? 'There were no payments.' : 'No payment failed.');
  const most = reasons[0]?.count ?? 1;
  return card(
    frame,
    html`<table><caption>${counted(failed, 'failed payment')} by the reason the sender’s node gave</caption>
<thead><tr><th scope="col">Reason</th><th scope="col" class="number">Payments</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${reasons.map(
      ({ reason, count }) =>
        html`<tr><th scope="row">${reason}<span class="sub">${REASON_TEXTS[reason]}</span><div class="bar failed-bar" aria-hidden="true"><span style="${barStyle(count / most)}"></span></div></th><td class="number">${grouped(count)}</td><td class="number">${percentText(count / failed)}</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Where payments failed: node, channel and the check that decided. */
export function failurePlaces({ payments, run }: ReportData): Markup {
  const places = failuresByPlace(payments);
  const frame = { id: 'places', title: 'Where payments failed' };
  if (places.length === 0) {
    const failed = payments.some(({ result }) => result === 'failed');
    const unknown =
      run.header.job === 'replay'
        ? 'The nodes do not tell where, and the simulation did not predict these failures.'
        : 'The records do not tell where.';
    return emptyCard(frame, failed ? unknown : 'No payment failed, so there is no place to show.');
  }
  const shown = places.slice(0, MAX_PLACES);
  const most = shown[0]?.count ?? 1;
  const rest = places.slice(MAX_PLACES).reduce((sum, { count }) => sum + count, 0);
  return card(
    frame,
    html`<table><caption>The node that refused, the channel it looked at, and the check that decided. For payments that tried several paths: the last one.</caption>
<thead><tr><th scope="col">Node</th><th scope="col">Channel</th><th scope="col">Check</th><th scope="col" class="number" colspan="2">Payments</th></tr></thead>
<tbody>${shown.map(
      ({ at, channel, check, count }) =>
        html`<tr><th scope="row">${at}</th><td>${channel ?? '–'}</td><td>${check}</td><td class="bar-cell"><div class="bar failed-bar" aria-hidden="true"><span style="${barStyle(count / most)}"></span></div></td><td class="number">${grouped(count)}</td></tr>`,
    )}</tbody></table>`,
    html`<p class="hint">${[...new Set(shown.map(({ check }) => check))].map((check) => html`<em>${check}</em>: ${MODEL_CHECK_TEXTS[check]} `)}</p>`,
    rest > 0
      ? html`<p class="hint">And ${counted(rest, 'failure')} at ${counted(places.length - shown.length, 'other place')}.</p>`
      : null,
  );
}
