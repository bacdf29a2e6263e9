import { METRICS } from '../../model/run/metric-names.ts';
import { percentText, readable } from '../words/number-format.ts';
import { yesBadge } from '../page/badge.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { runInvariants } from '../figures/run-invariants.ts';
import { judgedExpectations } from '../figures/verdict.ts';
import { card, nothingToShow } from './card.ts';

const INVARIANT_TEXTS = {
  'channel-balances': 'Both balances of every channel add up to its capacity',
  'one-outcome-each': 'Every operation has exactly one outcome',
  'nothing-locked': 'Nothing is locked once all is at rest',
} as const;

/** What the scenario expects and what must always hold, each with what the run showed. */
export function expectationsSection({ run, metrics }: ReportData): Markup {
  const judged = judgedExpectations(run, metrics);
  return card(
    { id: 'expectations', title: 'Expected and found' },
    judged.length === 0
      ? nothingToShow('The scenario states no expectations; with expect: it would be a test.')
      : html`<table class="stacking"><caption>What the scenario expects</caption><thead><tr><th scope="col">Expectation</th><th scope="col" class="number">Found</th><th scope="col">Met</th></tr></thead>
<tbody>${judged.map(
          ({ expectation, actual, met }) =>
            html`<tr><th scope="row"><code>${expectation.text}</code><span class="sub">${meaningOf(expectation.metric)}</span></th><td class="number" data-label="Found">${expectation.text.endsWith('%') && actual !== undefined ? percentText(actual) : readable(actual, 4)}</td><td data-label="Met">${yesBadge(met)}</td></tr>`,
        )}</tbody></table>`,
    html`<table class="stacking"><caption>What must hold after every run</caption><thead><tr><th scope="col">Rule</th><th scope="col">Found</th><th scope="col">Holds</th></tr></thead>
<tbody>${runInvariants(run).map(
      ({ name, holds, detail }) =>
        html`<tr><th scope="row">${INVARIANT_TEXTS[name]}</th><td data-label="Found">${detail}</td><td data-label="Holds">${yesBadge(holds)}</td></tr>`,
    )}</tbody></table>`,
  );
}

// The model's own words for these lean on the line before them.
const LATENCY_TEXTS: Readonly<Record<string, string>> = {
  latency_p95_ms: 'milliseconds within which 95 % of the succeeded payments ended',
  latency_p99_ms: 'milliseconds within which 99 % of the succeeded payments ended',
};

function meaningOf(metric: string): string {
  const latency = LATENCY_TEXTS[metric];
  if (latency !== undefined) return latency;
  const known = Object.entries(METRICS).find(([name]) => name === metric)?.[1];
  return (
    known ??
    (metric.startsWith('failures.') ? `payments that failed with ${metric.slice('failures.'.length)}` : '')
  );
}
