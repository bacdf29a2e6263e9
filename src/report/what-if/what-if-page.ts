import { badge, verdictBadge } from '../page/badge.ts';
import { framedPage, minuteText } from '../page/frame.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, nothingToShow } from '../sections/card.ts';
import { type Tile, tileList } from '../sections/tiles.ts';
import { counted, percentText } from '../words/number-format.ts';
import { metricDifferenceText, metricText } from '../words/metric-text.ts';
import { pairsSection } from './pairs-section.ts';
import { faultsOf, overlapText, statisticsText, whatIfAnswer } from './what-if-answer.ts';
import { channelTable, failureTables, metricTable, nodeTable } from './what-if-tables.ts';
import { type ComparedRun, isUnchanged, type WhatIf } from './what-if.ts';

const PARTS = [
  { id: 'change', title: 'What changed' },
  { id: 'payments', title: 'Payments' },
  { id: 'metrics', title: 'All figures' },
  { id: 'failures', title: 'Failures' },
  { id: 'nodes', title: 'Nodes' },
  { id: 'channels', title: 'Channels' },
];

/** Two simulations side by side as one self-contained page. */
export function whatIfPage(whatIf: WhatIf): string {
  const { runs, metrics, failures, nodes, channels } = whatIf;
  const kind = isUnchanged(whatIf) ? badge('good', 'the same') : badge('open', 'changed');
  return framedPage(
    `${runs.a.scenario} and ${runs.b.scenario} · Millrace`,
    html`<main id="content"><h1>What did the change do?</h1>
<p class="verdict">${kind} <span>${whatIfAnswer(whatIf)}</span></p>
<nav aria-label="On this page"><ul class="jump">${PARTS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${keyTiles(whatIf)}
${runTable(whatIf)}
${changeTable(whatIf)}
${paymentsCard(whatIf)}
${metricTable(metrics)}
${failureTables(failures)}
${nodeTable(nodes)}
${channelTable(channels)}
</main><footer><p>Made by Millrace from the records of both runs. A difference is B less A.</p></footer>`,
  );
}

function keyTiles({ metrics }: WhatIf): Markup {
  const tile = (metric: string, name: string): readonly Tile[] => {
    const change = metrics.find((each) => each.metric === metric);
    if (change === undefined) return [];
    const hint = `${metricText(metric, change.a)} in A, ${metricText(metric, change.b)} in B.`;
    return [{ name, figure: metricDifferenceText(metric, change.difference), hint }];
  };
  return html`<section aria-label="Key figures">${tileList([
    ...tile('success_rate', 'Payments that succeeded'),
    ...tile('volume_rate', 'Volume that arrived'),
    ...tile('latency_p50_ms', 'Latency, median'),
    ...tile('drained_channels', 'Drained channels'),
  ])}</section>`;
}

function runTable({ runs }: WhatIf): Markup {
  return card(
    { id: 'runs', title: 'The two runs' },
    html`<table class="stacking"><thead><tr><th scope="col">Run</th><th scope="col">Seed, pace</th><th scope="col">Network at the start</th><th scope="col">By its own scenario</th></tr></thead>
<tbody>${runRow('A', runs.a)}${runRow('B', runs.b)}</tbody></table>`,
  );
}

function runRow(name: string, run: ComparedRun): Markup {
  const { scenario, question, seed, pace, startedAt, verdict, network } = run;
  const faults = faultsOf(run);
  return html`<tr><th scope="row">${name}: ${scenario}<span class="sub">${question}</span></th>
<td data-label="Seed, pace"><div>${seed}, ${pace}<span class="sub"><time datetime="${startedAt}">${minuteText(startedAt)} UTC</time></span></div></td>
<td data-label="Network">${counted(network.nodes, 'node')}, ${counted(network.channels, 'channel')}</td>
<td data-label="Verdict"><div>${verdictBadge(verdict.word)}${faults.map((fault) => html`<span class="sub">${fault}</span>`)}</div></td></tr>`;
}

// A topology written out channel by channel may differ in hundreds of places.
const MAX_CHANGES = 60;
const OPEN_CHANGES = 12;

function changeTable({ changes }: WhatIf): Markup {
  const frame = { id: 'change', title: 'What changed' };
  if (changes.length === 0)
    return card(frame, nothingToShow('Nothing: both runs have the same settings and the same seed.'));
  const rest = changes.length - MAX_CHANGES;
  const more = changes.slice(OPEN_CHANGES, MAX_CHANGES);
  return card(
    { ...frame, hint: 'Settings of the scenario as run.json keeps them; amounts in smallest units.' },
    settingTable(changes.slice(0, OPEN_CHANGES)),
    more.length === 0
      ? null
      : html`<details><summary>Show ${counted(more.length, 'more setting')}</summary>${settingTable(more)}</details>`,
    rest > 0 ? html`<p class="hint">And ${counted(rest, 'more setting')}; --json has all.</p>` : null,
  );
}

function settingTable(changes: WhatIf['changes']): Markup {
  return html`<table class="stacking"><thead><tr><th scope="col">Setting</th><th scope="col">A</th><th scope="col">B</th></tr></thead>
<tbody>${changes.map(
    ({ path, a, b }) =>
      html`<tr><th scope="row"><code>${path}</code></th><td data-label="A">${a ?? 'none'}</td><td data-label="B">${b ?? 'none'}</td></tr>`,
  )}</tbody></table>`;
}

function paymentsCard({ plan, pairs, statistics }: WhatIf): Markup {
  const title = pairs === null ? 'Payments' : 'Payment by payment';
  return card(
    { id: 'payments', title, hint: `The plans: ${overlapText(plan)}.` },
    pairs === null ? null : pairsSection(pairs),
    statistics === null
      ? null
      : html`<p>Success of B less that of A lies ${statisticsText(statistics)}. By themselves: A ${intervalText(statistics.rate.a)}, B ${intervalText(statistics.rate.b)}.</p>
<p class="hint">Wilson’s interval for each run, Newcombe’s for the difference. Payments that share channels are not independent: where a difference lies close to the bounds, further seeds tell more.</p>`,
  );
}

function intervalText([low, high]: readonly [number, number]): string {
  return `${percentText(low)} to ${percentText(high)}`;
}
