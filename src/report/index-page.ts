import type { CapacityReport } from '../model/capacity/capacity-report.ts';
import type { METRICS } from '../model/run/metric-names.ts';
import { capacityAnswer, type FoundCapacity } from './capacity/capacity-text.ts';
import { durationText, grouped, percentText } from './words/number-format.ts';
import { framedPage, minuteText } from './page/frame.ts';
import { html, type Markup } from './page/markup.ts';
import { checkBadge, verdictBadge } from './page/badge.ts';
import type { CheckWord } from './check/check-verdict.ts';
import type { Summary } from './summary.ts';

/** One run of the list. */
export interface IndexEntry {
  /** Where its page is, relative to the index. */
  readonly href: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly summary: ListedSummary;
}

/** What the list says of a run: a small part of its summary. */
export type ListedSummary = Pick<Summary, 'scenario' | 'question' | 'seed' | 'job' | 'verdict' | 'metrics'>;

const LISTED_METRICS = [
  'payments',
  'success_rate',
  'latency_p95_ms',
  'drained_channels',
  'differences',
] as const satisfies readonly (keyof typeof METRICS)[];

/** The part of a summary that the list of runs shows. */
export function listedSummary({
  scenario,
  question,
  seed,
  job,
  verdict,
  metrics,
}: ListedSummary): ListedSummary {
  const listed = LISTED_METRICS.map((name) => [name, metrics[name] ?? 0] as const);
  return { scenario, question, seed, job, verdict, metrics: Object.fromEntries(listed) };
}

/** One search for a capacity. */
export interface CapacityEntry
  extends FoundCapacity,
    Pick<CapacityReport, 'startedAt' | 'scenario' | 'question' | 'seed' | 'conditions'> {
  readonly href: string;
}

/** One plan, as the file beside its page tells it. */
export interface PlanEntry {
  readonly startedAt: string;
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly answer: string;
  readonly href: string;
}

/** One check, as the file beside its page tells it. */
export interface CheckEntry {
  readonly startedAt: string;
  /** What was checked, in a few words. */
  readonly subject: string;
  readonly seed: string;
  readonly verdict: CheckWord;
  readonly sentence: string;
  readonly href: string;
}

/** Everything kept that is no run. */
interface Kept {
  readonly checks?: readonly CheckEntry[];
  readonly searches?: readonly CapacityEntry[];
  readonly plans?: readonly PlanEntry[];
}

/** All runs, checks, plans and searches of a reports folder with their key figures, newest first. */
export function indexPage(
  entries: readonly IndexEntry[],
  { searches = [], plans = [], checks = [] }: Kept = {},
): string {
  const hasOthers = searches.length + plans.length + checks.length > 0;
  return framedPage(
    'Millrace runs',
    html`
<main id="content">
<h1>Runs</h1>
<p class="lead">${entries.length === 0 ? `No run has been kept ${hasOthers ? 'here' : 'yet'}. ` : `${grouped(entries.length)} ${entries.length === 1 ? 'run' : 'runs'}, newest first. `}Every page opens offline and can be passed on as one file.</p>
${entries.length === 0 ? (hasOthers ? null : html`<p>Start one with <code>millrace simulate SCENARIO</code>.</p>`) : runTable(newestFirst(entries))}
${checks.length === 0 ? null : checkTable(newestFirst(checks))}
${plans.length === 0 ? null : planTable(newestFirst(plans))}
${searches.length === 0 ? null : capacityTable(newestFirst(searches))}
</main>`,
  );
}

function newestFirst<Entry extends { readonly startedAt: string }>(
  entries: readonly Entry[],
): readonly Entry[] {
  return [...entries].sort((a, b) => Number(b.startedAt > a.startedAt) - Number(a.startedAt > b.startedAt));
}

function checkTable(checks: readonly CheckEntry[]): Markup {
  return html`<section class="card"><h2>Checks</h2><table class="stacking">
<thead><tr>${['Check', 'Verdict', 'Found', 'Started (UTC)'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${checks.map(
    ({ href, subject, seed, verdict, sentence, startedAt }) => html`<tr>
<th scope="row"><a href="${href}">${subject}</a><span class="sub">seed ${seed}</span></th>
<td data-label="Verdict">${checkBadge(verdict)}</td>
<td data-label="Found">${sentence}</td>
<td data-label="Started">${startedCell(startedAt)}</td></tr>`,
  )}</tbody></table></section>`;
}

function planTable(plans: readonly PlanEntry[]): Markup {
  return html`<section class="card"><h2>Plans</h2><table class="stacking">
<thead><tr>${['Plan', 'Answered', 'Started (UTC)'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${plans.map(
    ({ href, scenario, seed, question, answer, startedAt }) => html`<tr>
<th scope="row"><a href="${href}">${scenario}</a><span class="sub">${question}</span><span class="sub">seed ${seed}</span></th>
<td data-label="Answered">${answer}</td>
<td data-label="Started"><time datetime="${startedAt}">${minuteText(startedAt)}</time></td></tr>`,
  )}</tbody></table></section>`;
}

function capacityTable(searches: readonly CapacityEntry[]): Markup {
  return html`<section class="card"><h2>Searches for a capacity</h2><table class="stacking">
<caption>The highest rate at which every condition is met and no queue builds up.</caption>
<thead><tr><th scope="col">Search</th><th scope="col">Found</th><th scope="col">Conditions</th><th scope="col">Started</th></tr></thead>
<tbody>${searches.map(
    (search) => html`<tr>
<th scope="row"><a href="${search.href}">${search.scenario}</a> <span class="muted">seed ${search.seed}</span><span class="sub">${search.question}</span></th>
<td data-label="Found">${capacityAnswer(search)}</td>
<td data-label="Conditions"><code>${search.conditions.join(', ')}</code></td>
<td data-label="Started" class="unbroken">${startedCell(search.startedAt)}</td>
</tr>`,
  )}</tbody></table></section>`;
}

function startedCell(startedAt: string): Markup {
  return html`<time datetime="${startedAt}">${minuteText(startedAt)}</time>`;
}

function runTable(entries: readonly IndexEntry[]): Markup {
  return html`<section class="card"><table class="stacking">
<caption>Success rate: succeeded payments of all payments. Differences: what a target did otherwise than the simulation.</caption>
<thead><tr><th scope="col">Run</th><th scope="col">Verdict</th><th scope="col">Job</th><th scope="col" class="number">Payments</th><th scope="col" class="number">Success rate</th><th scope="col" class="number">p95</th><th scope="col" class="number">Drained</th><th scope="col" class="number">Differences</th><th scope="col">Started</th></tr></thead>
<tbody>${entries.map(runRow)}</tbody></table></section>`;
}

function runRow({ href, startedAt, summary }: IndexEntry): Markup {
  const { metrics, job, scenario, seed, question, verdict } = summary;
  const value = (name: (typeof LISTED_METRICS)[number]): number => metrics[name] ?? 0;
  const paid = value('payments') > 0;
  return html`<tr>
<th scope="row"><a href="${href}">${scenario}</a> <span class="muted">seed ${seed}</span><span class="sub">${question}</span></th>
<td data-label="Verdict">${verdictBadge(verdict.word)}</td>
<td data-label="Job" class="unbroken">${job}</td>
<td data-label="Payments" class="number">${grouped(value('payments'))}</td>
<td data-label="Success rate" class="number">${paid ? percentText(value('success_rate')) : '–'}</td>
<td data-label="p95" class="number">${paid ? durationText(value('latency_p95_ms')) : '–'}</td>
<td data-label="Drained" class="number">${grouped(value('drained_channels'))}</td>
<td data-label="Differences" class="number">${job === 'replay' ? grouped(value('differences')) : '–'}</td>
<td data-label="Started" class="unbroken">${startedCell(startedAt)}</td>
</tr>`;
}
