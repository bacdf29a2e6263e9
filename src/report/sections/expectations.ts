import { counted, foundBeside } from '../words/number-format.ts';
import { metricMeaning } from '../words/metric-text.ts';
import { yesBadge } from '../page/badge.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { type UnexpectedStep, unexpectedSteps } from '../figures/unexpected-steps.ts';
import { judgedExpectations } from '../figures/verdict.ts';
import { card, nothingToShow } from './card.ts';

const INVARIANT_TEXTS = {
  'channel-balances': 'Both balances of every channel add up to its capacity',
  'one-outcome-each': 'Every operation has exactly one outcome',
  'nothing-locked': 'Nothing is locked once all is at rest',
} as const;

/** What the scenario expects and what must always hold, each with what the run showed. */
export function expectationsSection({ run, metrics, figures, inTokens }: ReportData): Markup {
  const judged = judgedExpectations(run, metrics);
  const unexpected = unexpectedSteps(run, inTokens);
  return card(
    { id: 'expectations', title: 'Expected and found' },
    judged.length === 0
      ? nothingToShow('The scenario states no expectations; with expect: it would be a test.')
      : html`<table class="stacking"><caption>What the scenario expects</caption><thead><tr><th scope="col">Expectation</th><th scope="col" class="number">Found</th><th scope="col">Met</th></tr></thead>
<tbody>${judged.map(
          ({ expectation, actual, met }) =>
            html`<tr><th scope="row"><code>${expectation.text}</code><span class="sub">${metricMeaning(expectation.metric)}</span></th><td class="number" data-label="Found">${foundBeside(expectation.text, actual)}</td><td data-label="Met">${yesBadge(met)}</td></tr>`,
        )}</tbody></table>`,
    unexpected.length === 0 ? null : stepTable(unexpected),
    html`<table class="stacking"><caption>What must hold after every run</caption><thead><tr><th scope="col">Rule</th><th scope="col">Found</th><th scope="col">Holds</th></tr></thead>
<tbody>${figures.invariants.map(
      ({ name, holds, detail }) =>
        html`<tr><th scope="row">${INVARIANT_TEXTS[name]}</th><td data-label="Found">${detail}</td><td data-label="Holds">${yesBadge(holds)}</td></tr>`,
    )}</tbody></table>`,
  );
}

// Enough to mend the scenario by; the list of all operations has the rest.
const MAX_STEPS = 50;

function stepTable(steps: readonly UnexpectedStep[]): Markup {
  const rest = steps.length - MAX_STEPS;
  return html`<table class="stacking"><caption>${counted(steps.length, 'step')} that ended otherwise than the scenario says${rest > 0 ? `, the first ${MAX_STEPS}` : ''}</caption><thead><tr><th scope="col">Step</th><th scope="col">Expected</th><th scope="col">Found</th></tr></thead>
<tbody>${steps
    .slice(0, MAX_STEPS)
    .map(
      ({ operation, step, asked, expected, observed }) =>
        html`<tr><th scope="row">${asked}<span class="sub">${step}, #${operation}</span></th><td data-label="Expected">${expected}</td><td data-label="Found">${observed}</td></tr>`,
    )}</tbody></table>`;
}
