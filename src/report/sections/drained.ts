import type { ChannelBalance, DrainedBalance } from '../figures/channel-balances.ts';
import { counted, percentText } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { barStyle, card, emptyCard } from './card.ts';

const MAX_ROWS = 15;

/** The channels that can hardly carry anything one way any more. */
export function drainedSection(data: ReportData): Markup {
  const frame = { id: 'drained', title: 'Most drained channels' };
  const { startBalances, endBalances } = data;
  if (!endBalances) return emptyCard(frame, 'The run broke off before its end state was known.');
  const { drainedCount } = endBalances;
  if (drainedCount === 0)
    return emptyCard(
      frame,
      endBalances.count === 0
        ? 'There is no open channel.'
        : `None: both ends of all ${counted(endBalances.count, 'open channel')} hold at least 5 % of the capacity.`,
    );
  const shown = endBalances.drained.slice(0, MAX_ROWS);
  const before = startBalances.withKeys(new Set(shown.map(({ channel }) => channel)));
  const rest = drainedCount - shown.length;
  return card(
    {
      ...frame,
      hint: 'A channel is drained when one end holds less than 5 % of its capacity. That end can still receive, but hardly send: payments in that direction must find another way.',
    },
    html`<table class="stacking"><caption>${counted(drainedCount, 'drained channel')} of ${counted(endBalances.count, 'open channel')}; the emptiest first</caption>
<thead><tr><th scope="col">Channel</th><th scope="col">Drained end</th><th scope="col">Balance of each end</th><th scope="col" class="number">Its share at the start</th><th scope="col" class="number">at the end</th><th scope="col" class="number">Capacity</th></tr></thead>
<tbody>${shown.map((channel) => drainedRow(channel, before.get(channel.channel), data))}</tbody></table>`,
    rest > 0
      ? html`<p class="hint">And ${counted(rest, 'more channel')}; <code>summary.json</code> and the end state have them.</p>`
      : null,
  );
}

function drainedRow(
  channel: DrainedBalance,
  before: ChannelBalance | undefined,
  { inTokens }: ReportData,
): Markup {
  const { between, balance, capacity, token, share, drainedEnd: end } = channel;
  const shareOf = (first: number): number => (end === 0 ? first : 1 - first);
  const full = end === 0 ? 1 : 0;
  // The drained end always stands on the left, so that the eye compares lengths, not sides.
  return html`<tr><th scope="row">${between[0]} – ${between[1]}<span class="sub">${channel.channel}</span></th>
<td data-label="Drained end">${between[end]}</td>
<td data-label="Balances" class="wide"><div><div class="share drained" aria-hidden="true"><span style="${barStyle(shareOf(share))}"></span><span style="flex:1"></span></div><span class="sub">${between[end]} ${inTokens(balance[end], token)} · ${between[full]} ${inTokens(balance[full], token)}</span></div></td>
<td data-label="Share at the start" class="number">${before ? percentText(shareOf(before.share)) : '–'}</td>
<td data-label="Share at the end" class="number">${percentText(shareOf(share))}</td>
<td data-label="Capacity" class="number">${inTokens(capacity, token)}</td></tr>`;
}
