import { html, type Markup } from '../page/markup.ts';
import { card, emptyCard } from '../sections/card.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import { metricDifferenceText, metricMeaning, metricText } from '../words/metric-text.ts';
import type { ChannelChange, ChannelFigures } from './channel-changes.ts';
import type { FailureChanges } from './failure-changes.ts';
import type { MetricChange } from './metric-changes.ts';
import type { Changed } from './most-changed.ts';
import type { NodeChange, NodeFigures } from './node-changes.ts';

// What changed most says what the change did; --json has the first two hundred.
const MAX_ROWS = 15;

/** Every metric of either run. */
export function metricTable(metrics: readonly MetricChange[]): Markup {
  return card(
    { id: 'metrics', title: 'All figures' },
    html`<table class="stacking">${heads('Metric', ['A', 'B', 'B less A'])}
<tbody>${metrics.map((change) => {
      const { metric, a, b, difference } = change;
      const name = html`<code>${metric}</code><span class="sub">${metricMeaning(metric)}</span>`;
      return figureRow(name, [
        metricText(metric, a),
        metricText(metric, b),
        metricDifferenceText(metric, difference),
      ]);
    })}</tbody></table>`,
  );
}

/** Failures by reason and by place. */
export function failureTables({ byReason, byPlace }: FailureChanges): Markup {
  if (byReason.length === 0)
    return emptyCard({ id: 'failures', title: 'Failures' }, 'No payment failed in either run.');
  const places = byPlace.slice(0, MAX_ROWS);
  return html`<div class="grid">${card(
    { id: 'failures', title: 'Why payments failed' },
    html`<table class="stacking">${heads('Reason', ['A', 'B', 'B less A'])}<tbody>${byReason.map((change) => figureRow(change.reason, countCells(change)))}</tbody></table>`,
  )}${card(
    { id: 'places', title: 'Where payments failed' },
    html`<table class="stacking"><caption>${captionOf(byPlace, byPlace.length, 'place')}</caption>${heads('Node, channel, check', ['A', 'B', 'B less A'])}<tbody>${places.map(
      (change) =>
        figureRow(
          html`${change.at}<span class="sub">${change.channel ?? ''} ${change.check}</span>`,
          countCells(change),
        ),
    )}</tbody></table>`,
  )}</div>`;
}

/** What single nodes did otherwise. */
export function nodeTable({ changed, changedInAll }: Changed<NodeChange>): Markup {
  const frame = { id: 'nodes', title: 'Nodes that changed most' };
  if (changedInAll === 0)
    return emptyCard(frame, 'Every node paid, received and passed on as often in both runs.');
  const cell = (sides: NodeChange, of: keyof NodeFigures): string =>
    cellOf(sides, (figures) => grouped(figures[of]));
  const paid = (sides: NodeChange): string =>
    cellOf(sides, (figures) => `${grouped(figures.paid)} of ${grouped(figures.tried)}`);
  return card(
    frame,
    html`<table class="stacking"><caption>${captionOf(changed, changedInAll, 'node')}: payments in A → in B</caption>${heads('Node', ['Paid', 'Received', 'Passed on', 'Failed at it'])}
<tbody>${changed
      .slice(0, MAX_ROWS)
      .map((change) =>
        figureRow(
          change.node,
          [paid(change), cell(change, 'got'), cell(change, 'passedOn'), cell(change, 'refused')],
          ['Paid', 'Received', 'Passed on', 'Failed at it'],
        ),
      )}</tbody></table>`,
  );
}

/** What went otherwise in single channels. */
export function channelTable({ changed, changedInAll }: Changed<ChannelChange>): Markup {
  const frame = { id: 'channels', title: 'Channels that changed most' };
  if (changedInAll === 0) return emptyCard(frame, 'Every channel carried and ended alike in both runs.');
  const names = ['Carried', 'Failed at it', 'First end’s share', 'Drained end'];
  return card(
    {
      ...frame,
      hint: 'A channel is known by its ends: its number may differ. Carried: transfers that went through, either way. The share is that of the node named first, at the end.',
    },
    html`<table class="stacking"><caption>${captionOf(changed, changedInAll, 'channel')}: in A → in B</caption>${heads('Channel', names)}
<tbody>${changed.slice(0, MAX_ROWS).map((change) => {
      const { between, a, b } = change;
      const number = cellOf(change, ({ channel }) => channel);
      const cells = [
        cellOf(change, ({ carried }) => grouped(carried)),
        cellOf(change, ({ refused }) => grouped(refused)),
        cellOf(change, shareText),
        cellOf(change, ({ drained }) => drained ?? 'none'),
      ];
      const where = a === null ? ', only in B' : b === null ? ', only in A' : '';
      return figureRow(
        html`${between[0]} – ${between[1]}<span class="sub">${number}${where}</span>`,
        cells,
        names,
      );
    })}</tbody></table>`,
  );
}

function shareText({ share }: ChannelFigures): string {
  return share === null ? 'not open' : percentText(share);
}

function captionOf(changed: readonly unknown[], inAll: number, noun: string): string {
  const shown = Math.min(changed.length, MAX_ROWS);
  return shown === inAll ? counted(inAll, noun) : `${grouped(shown)} of ${counted(inAll, noun)} that changed`;
}

// What is the same on both sides is written once.
function cellOf<Figures>(
  { a, b }: { readonly a: Figures | null; readonly b: Figures | null },
  write: (figures: Figures) => string,
): string {
  const [one, other] = [a, b].map((figures) => (figures === null ? '–' : write(figures)));
  return one === other ? `${one}` : `${one} → ${other}`;
}

function countCells({ a, b, difference }: Omit<MetricChange, 'metric'>): readonly string[] {
  return [grouped(a), grouped(b), metricDifferenceText('', difference)];
}

function heads(first: string, others: readonly string[]): Markup {
  return html`<thead><tr><th scope="col">${first}</th>${others.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>`;
}

function figureRow(
  name: Markup | string,
  cells: readonly string[],
  labels: readonly string[] = ['A', 'B', 'B less A'],
): Markup {
  return html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td class="number" data-label="${labels[index]}">${cell}</td>`)}</tr>`;
}
