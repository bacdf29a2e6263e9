import type { LoadCounts } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { DrainedEnd, LoadWatch } from '../../model/load/load-watch.ts';
import { counted, durationText, grouped, percentText } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, emptyCard, nothingToShow } from './card.ts';

const MOST_ROWS = 15;

/** Which channel ends ran dry while the load ran, when, and what failed payments lacked. */
export function loadDrained({ watch, aggregate }: LoadResult): Markup {
  const frame = { id: 'load-drained-list', title: 'What ran dry, and when' };
  if (watch === undefined) return emptyCard(frame, 'No channel was read while the load ran.');
  const { drained, drainedInAll, nodes, ends, endsInAll } = watch;
  const unsuccessful = aggregate.counts.failed + aggregate.counts.indeterminate;
  const part = ends === endsInAll ? 'every end' : `${grouped(ends)} of ${grouped(endsInAll)} ends`;
  return card(
    {
      ...frame,
      hint: `${counted(nodes.length, 'node')} read every few seconds tell of ${part} of the open channels. An end is drained when it holds less than 5 % of its channel.`,
    },
    unsuccessful === 0 ? null : lackTable(watch, aggregate.counts),
    drained.length === 0
      ? nothingToShow('No end ran dry while the load ran.')
      : html`<table class="stacking"><caption>${counted(drainedInAll, 'end')} ran dry, the first ones first</caption>
<thead><tr><th scope="col">Drained end</th><th scope="col">Channel with</th><th scope="col" class="number">Since the start</th><th scope="col">Filled again</th></tr></thead>
<tbody>${drained.slice(0, MOST_ROWS).map(drainedRow)}</tbody></table>`,
    drainedInAll > MOST_ROWS
      ? html`<p class="hint">And ${grouped(drainedInAll - MOST_ROWS)} more; <code>summary.json</code> has the first ${grouped(drained.length)}.</p>`
      : null,
  );
}

function drainedRow({ channel, owner, partner, atMs, refilledAtMs }: DrainedEnd): Markup {
  return html`<tr><th scope="row">${owner}<span class="sub">${channel}</span></th><td data-label="Channel with">${partner}</td><td class="number" data-label="Since the start">${durationText(atMs)}</td><td data-label="Filled again">${refilledAtMs === undefined ? 'no' : `after ${durationText(refilledAtMs)}`}</td></tr>`;
}

function lackTable(
  { steps }: LoadWatch,
  { failed, indeterminate }: Pick<LoadCounts, 'failed' | 'indeterminate'>,
): Markup {
  const unsuccessful = failed + indeterminate;
  const sums = { shortOfMoney: 0, shortOfLocks: 0, shortOfWay: 0, notServed: 0, whileStopped: 0 };
  for (const step of steps)
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += step[name] ?? 0;
  const rows = [
    ['Money', 'an end on the only way held less than the amount', sums.shortOfMoney],
    ['Free locks', 'the ends on the only way held enough, but it was locked', sums.shortOfLocks],
    ['A way', 'there were several, and nobody can tell what they lacked', sums.shortOfWay],
    ['Service', 'refused for another reason, too late, or without an answer', sums.notServed],
    ...(sums.whileStopped === 0
      ? []
      : [['A node', 'the scenario had stopped one that they needed', sums.whileStopped] as const]),
  ] as const;
  return html`<table class="stacking"><caption>What ${counted(unsuccessful, 'payment')} lacked, ${grouped(failed)} refused and ${grouped(indeterminate)} without an answer when it was due, by the balances last read</caption>
<thead><tr><th scope="col">Lacked</th><th scope="col" class="number">Payments</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${rows.map(
    ([name, meaning, count]) =>
      html`<tr><th scope="row">${name}<span class="sub">${meaning}</span></th><td class="number" data-label="Payments">${grouped(count)}</td><td class="number" data-label="Share">${percentText(count / unsuccessful)}</td></tr>`,
  )}</tbody></table>`;
}
