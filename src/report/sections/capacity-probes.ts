import {
  type Capacity,
  type CapacityPoint,
  type CapacityProbe,
  capacityCurve,
} from '../../model/capacity/capacity.ts';
import { grouped, measuredText, readable } from '../words/number-format.ts';
import { yesBadge } from '../page/badge.ts';
import { html, type Markup } from '../page/markup.ts';
import { card } from './card.ts';

/** The curve in numbers, and every probe in the order in which it was made. */
export function capacityProbes({ probes }: Capacity): Markup {
  return card(
    { id: 'probes', title: 'In numbers' },
    curveTable(capacityCurve(probes)),
    html`<details><summary>All ${grouped(probes.length)} probes, in their order</summary>${probeTable(probes)}</details>`,
  );
}

function curveTable(curve: readonly CapacityPoint[]): Markup {
  return html`<table class="stacking"><caption>Probes at about one rate together, lowest first</caption>
<thead><tr>${['Offered', 'Held', 'Ended', 'Succeeded', 'p50', 'p95', 'p99'].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${curve.map(
    ({ rate, held, probes, throughput, goodput, p50Ms, p95Ms, p99Ms }) =>
      html`<tr><th scope="row" class="number">${rateText(rate)}</th><td class="number" data-label="Held">${held} of ${probes}</td><td class="number" data-label="Ended">${rateText(throughput)}</td><td class="number" data-label="Succeeded">${rateText(goodput)}</td><td class="number" data-label="p50">${measuredText(p50Ms, '–')}</td><td class="number" data-label="p95">${measuredText(p95Ms, '–')}</td><td class="number" data-label="p99">${measuredText(p99Ms, '–')}</td></tr>`,
  )}</tbody></table>`;
}

function probeTable(probes: readonly CapacityProbe[]): Markup {
  return html`<table class="stacking"><thead><tr><th scope="col" class="number">Probe</th><th scope="col" class="number">Offered</th><th scope="col">Held</th><th scope="col">Because</th></tr></thead>
<tbody>${probes.map(
    ({ rate, holds, because = '', doubt, repeated }, index) =>
      html`<tr><td class="number" data-label="Probe">${index + 1}</td><td class="number" data-label="Offered">${rateText(rate)}</td><td data-label="Held">${yesBadge(holds)}</td><td data-label="Because">${because}${doubt === undefined ? null : html`<span class="sub">${doubt}${repeated ? '; made again, not counted' : ', again and again: counted'}</span>`}</td></tr>`,
  )}</tbody></table>`;
}

function rateText(rate: number): string {
  return `${readable(rate, 1)}/s`;
}
