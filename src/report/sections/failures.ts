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

const UNTOLD = {
  simulate: 'The records do not tell where.',
  replay: 'The nodes do not tell where, and the simulation did not predict these failures.',
  load: 'Neither the answers nor the balances that were read tell where.',
} as const;

const BY_THE_MODEL =
  'The node whose channel end or state decided, its channel, and the check. Where no path had enough, the first end on the shortest one that held too little; for payments that tried several paths, the last one.';
const PLACE_CAPTIONS = {
  simulate: BY_THE_MODEL,
  replay: BY_THE_MODEL,
  load: 'The node whose channel end or state decided, its channel, and the check, by the answers and by the balances last read. Where there is more than one way between payer and payee, nodes do not tell which end held too little.',
} as const;

/** Where payments failed: node, channel and the check that decided. */
export function failurePlaces({ payments, run }: ReportData): Markup {
  const places = failuresByPlace(run, payments);
  const frame = { id: 'places', title: 'Where payments failed' };
  if (places.length === 0) {
    const failed = payments.some(({ result }) => result === 'failed');
    return emptyCard(
      frame,
      failed ? UNTOLD[run.header.job] : 'No payment failed, so there is no place to show.',
    );
  }
  const shown = places.slice(0, MAX_PLACES);
  const most = shown[0]?.count ?? 1;
  const rest = places.slice(MAX_PLACES).reduce((sum, { count }) => sum + count, 0);
  const told = places.reduce((sum, { count }) => sum + count, 0);
  const failed = failuresByReason(run, payments).reduce((sum, { count }) => sum + count, 0);
  return card(
    frame,
    html`<table><caption>${PLACE_CAPTIONS[run.header.job]}</caption>
<thead><tr><th scope="col">Node</th><th scope="col">Channel</th><th scope="col">Check</th><th scope="col" class="number" colspan="2">Payments</th></tr></thead>
<tbody>${shown.map(
      ({ at, channel, check, count }) =>
        html`<tr><th scope="row">${at}</th><td>${channel ?? '–'}</td><td>${check}</td><td class="bar-cell"><div class="bar failed-bar" aria-hidden="true"><span style="${barStyle(count / most)}"></span></div></td><td class="number">${grouped(count)}</td></tr>`,
    )}</tbody></table>`,
    html`<p class="hint">${[...new Set(shown.map(({ check }) => check))].map((check) => html`<em>${check}</em>: ${MODEL_CHECK_TEXTS[check]} `)}</p>`,
    rest > 0
      ? html`<p class="hint">And ${counted(rest, 'failure')} at ${counted(places.length - shown.length, 'other place')}.</p>`
      : null,
    failed > told
      ? html`<p class="hint">Of ${counted(failed - told, 'more failure')} it cannot be told where.</p>`
      : null,
  );
}
