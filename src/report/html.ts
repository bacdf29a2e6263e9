import type { Run } from '../model/run/run.ts';
import { standingTexts } from './figures/standing.ts';
import { Figures } from './figures/figures.ts';
import { verdictOf } from './figures/verdict.ts';
import { badge, verdictBadge } from './page/badge.ts';
import { framedPage, minuteText } from './page/frame.ts';
import { html, type Markup } from './page/markup.ts';
import { type ReportData, reportData } from './report-data.ts';
import { comparisonSection } from './sections/comparison.ts';
import { feeSection, latencySection, pathLengthSection } from './sections/distributions.ts';
import { disturbancesSection } from './sections/disturbances.ts';
import { drainedSection } from './sections/drained.ts';
import { expectationsSection } from './sections/expectations.ts';
import { factsSection } from './sections/facts.ts';
import { failurePlaces, failureReasons } from './sections/failures.ts';
import { keyFigures } from './sections/key-figures.ts';
import { loadDrained } from './sections/load-drained.ts';
import { loadHeld } from './sections/load-held.ts';
import { loadJudgement } from './sections/load-judgement.ts';
import { loadLatency } from './sections/load-latency.ts';
import { loadOverTime } from './sections/load-over-time.ts';
import { networkSection } from './sections/network.ts';
import { operationsSection } from './sections/operations.ts';
import { successOverTime } from './sections/success-over-time.ts';

const LOAD_PARTS = [
  { id: 'load', title: 'Thresholds and checks' },
  { id: 'load-latency-table', title: 'Latency' },
];

/** A run as one self-contained page: opens offline, in light and dark, wide and narrow, and prints. */
export function htmlReport(run: Run, figures = new Figures(run)): string {
  const data = reportData(figures);
  const { load } = run;
  const comparison = comparisonSection(data);
  const operations = operationsSection(data);
  const head = headSection(data, [
    ...(comparison ? [{ id: 'comparison', title: 'Comparison' }] : []),
    ...(load ? LOAD_PARTS : []),
    { id: 'expectations', title: 'Expected and found' },
    { id: load ? 'load-time' : 'time', title: 'Over time' },
    ...(run.disturbances ? [{ id: 'disturbances', title: 'What went wrong' }] : []),
    { id: 'failures', title: 'Failures' },
    ...(load ? [] : [{ id: 'paths', title: 'Distributions' }]),
    { id: 'network', title: 'Network' },
    ...(operations ? [{ id: 'operations', title: 'All operations' }] : []),
    { id: 'facts', title: 'The run' },
  ]);
  return framedPage(
    `${run.header.scenario.question} · Millrace`,
    html`<main id="content">${head}${keyFigures(data)}
${comparison}
${comparison ? operations : null}
${load ? html`${loadJudgement(load)}${loadLatency({ load, header: run.header })}${loadOverTime(load)}${loadDrained(load)}${drainedSection(data)}${loadHeld(load, data)}` : null}
${expectationsSection(data)}
${load ? null : successOverTime(data)}
${disturbancesSection(data)}
<div class="grid">${failureReasons(data)}${failurePlaces(data)}</div>
${load ? null : html`<div class="grid three">${pathLengthSection(data)}${latencySection(data)}${feeSection(data)}</div>`}
${networkSection(data)}
${load ? null : drainedSection(data)}
${comparison ? null : operations}
${factsSection(data)}
</main><footer><p>Made by Millrace from the run’s own records; the same scenario and seed give the same numbers.</p></footer>`,
  );
}

const JOB_TEXTS = {
  simulate: 'Simulation',
  replay: 'Replay against nodes',
  load: 'Load test of nodes',
} as const;

// The top of the page: the question, the answer, and where to find what.
function headSection(
  { run, figures }: ReportData,
  parts: readonly { readonly id: string; readonly title: string }[],
): Markup {
  const { scenario, seed, job, pace, startedAt } = run.header;
  const verdict = verdictOf(run, figures);
  const standing = standingTexts(run);
  return html`<h1>${scenario.question}</h1>
<p class="verdict">${verdictBadge(verdict.word)} <span>${verdict.sentence}</span></p>
${standing.length === 0 ? null : html`<ul class="standing">${standing.map((text) => html`<li>${badge('open', 'note')} ${text}</li>`)}</ul>`}
${scenario.description ? html`<p>${scenario.description}</p>` : null}
<p class="muted">${JOB_TEXTS[job]} of scenario <strong>${scenario.name}</strong>, seed ${seed}, pace ${pace}, <time datetime="${startedAt}">${minuteText(startedAt)} UTC</time></p>
<nav aria-label="On this page"><ul class="jump">${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}
