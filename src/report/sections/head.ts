import { html, type Markup } from '../page/markup.ts';
import { minuteText } from '../page/frame.ts';
import { verdictBadge } from '../page/badge.ts';
import type { ReportData } from '../report-data.ts';
import { verdictOf } from '../figures/verdict.ts';

const JOB_TEXTS = {
  simulate: 'Simulation',
  replay: 'Replay against nodes',
  load: 'Load test of nodes',
} as const;

/** The top of the page: the question, the answer, and where to find what. */
export function headSection(
  { run, metrics }: ReportData,
  parts: readonly { readonly id: string; readonly title: string }[],
): Markup {
  const { scenario, seed, job, pace, startedAt } = run.header;
  const verdict = verdictOf(run, metrics);
  return html`<h1>${scenario.question}</h1>
<p class="verdict">${verdictBadge(verdict.word)} <span>${verdict.sentence}</span></p>
${scenario.description ? html`<p>${scenario.description}</p>` : null}
<p class="muted">${JOB_TEXTS[job]} of scenario <strong>${scenario.name}</strong>, seed ${seed}, pace ${pace}, <time datetime="${startedAt}">${minuteText(startedAt)} UTC</time></p>
<nav aria-label="On this page"><ul class="jump">${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}
