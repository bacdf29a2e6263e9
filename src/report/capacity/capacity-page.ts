import { badge } from '../page/badge.ts';
import { capacityCurve, capacityKnee } from '../../model/capacity/capacity.ts';
import type { CapacityReport } from '../../model/capacity/capacity-report.ts';
import { capacityAnswer } from './capacity-text.ts';
import { counted, durationText, percentText, readable } from '../words/number-format.ts';
import { framedPage, THEME_SWITCH } from '../page/frame.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import { capacityCurves } from '../sections/capacity-curve.ts';
import { capacityProbes } from '../sections/capacity-probes.ts';
import { card } from '../sections/card.ts';
import { commandLine } from '../sections/comparison.ts';

/** A search for a capacity as one self-contained page. */
export function capacityPage(report: CapacityReport): string {
  const { capacity, question, scenario, seed, startedAt } = report;
  return framedPage({
    title: `Capacity of ${scenario} · Millrace`,
    body: html`<header class="top"><p class="brand">Millrace</p>${THEME_SWITCH}</header>
<main id="content"><h1>${question}</h1>
<p class="verdict">${endBadge(report)} <span>${capacityAnswer(capacity)}</span></p>
<p class="muted">Search for the capacity of scenario <strong>${scenario}</strong>, seed ${seed}, <time datetime="${startedAt}">${startedAt.replace('T', ' ').slice(0, 16)} UTC</time></p>
${tiles(report)}
${capacityCurves(capacity)}
${capacityProbes(capacity)}
${facts(report)}
</main><footer><p>Made by Millrace from the search’s own probes. <code>capacity.json</code> beside this page holds the same in numbers.</p></footer>`,
  });
}

function endBadge({ capacity }: CapacityReport): Markup {
  switch (capacity.ended) {
    case 'found':
      return badge('good', 'found');
    case 'not-reached':
      return badge('good', 'not reached');
    case 'below-lowest':
      return badge('bad', 'nothing holds');
    case 'most-probes':
      return badge('open', 'not precise');
    case 'interrupted':
      return badge('open', 'broke off');
  }
}

function tiles({ capacity, probeMs }: CapacityReport): Markup {
  const { ended, rate, from, to, confidence, probes } = capacity;
  const knee = capacityKnee(capacityCurve(probes));
  const isKnown = ended === 'found' || ended === 'most-probes';
  const repeated = probes.filter((probe) => probe.repeated).length;
  const list: readonly { readonly name: string; readonly figure: Content; readonly hint: string }[] = [
    {
      name: 'Capacity',
      figure: isKnown ? html`${readable(rate, 1)} <small>payments/s</small>` : '–',
      hint: 'At this rate probes hold as often as they fail.',
    },
    {
      name: 'Interval',
      figure: isKnown ? html`${readable(from, 1)} to ${readable(to, 1)} <small>/s</small>` : '–',
      hint: `The limit lies in it with ${percentText(confidence)} confidence.`,
    },
    {
      name: 'Knee',
      figure: knee === undefined ? '–' : html`${readable(knee, 1)} <small>payments/s</small>`,
      hint: 'From here on more is offered than is gained.',
    },
    {
      name: 'Probes',
      figure: String(probes.length),
      hint: `Of ${durationText(probeMs)} each. ${repeated === 0 ? 'None had to be made again.' : `${repeated} of them fell into a pause of the driver, and were made again.`}`,
    },
  ];
  return html`<section aria-label="Key figures"><dl class="tiles">${list.map(
    ({ name, figure, hint }) =>
      html`<div class="tile"><dt>${name}</dt><dd class="figure">${figure}</dd><dd class="hint">${hint}</dd></div>`,
  )}</dl></section>`;
}

function facts(report: CapacityReport): Markup {
  const { conditions, probeMs, target, seed, scenario, versions, startedAt, capacity } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['A probe holds when', `${conditions.join(', ')}, and no queue builds up in its second half`],
    [
      'Target',
      target === 'sandbox' ? 'a fresh sandbox for each probe, on the same machine' : 'nodes over REST',
    ],
    ['Each probe offers for', durationText(probeMs)],
    [
      'Payments offered',
      counted(
        capacity.probes.reduce((sum, { payments }) => sum + payments, 0),
        'payment',
      ),
    ],
    ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ['Started', startedAt],
  ];
  const where = target === 'sandbox' ? '--sandbox' : '--nodes nodes.yaml';
  const command = `millrace load scenarios/${scenario}.yaml ${where} --find-capacity '${conditions.join(', ')}' --duration ${probeMs / 1000} --seed ${seed}`;
  return card(
    { id: 'facts', title: 'The search' },
    html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
    html`<p style="margin-top:1rem">To repeat it:</p>`,
    commandLine(command),
  );
}
