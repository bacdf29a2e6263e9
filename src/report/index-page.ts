import type { CapacityReport } from '../model/capacity/capacity.ts';
import type { METRICS } from '../model/run/metric-names.ts';
import { type Block, type TableColumn, prose, section, table } from './blocks/block.ts';
import { pageOf } from './blocks/page.ts';
import { capacityAnswer, type FoundCapacity } from './capacity/capacity-answer.ts';
import { badge, CHECK_JUDGEMENTS, RUN_JUDGEMENTS } from './page/badge.ts';
import { minuteText } from './page/frame.ts';
import { html, type Markup, withDetail } from './page/markup.ts';
import { counted, durationText, grouped, percentText } from './words/number-format.ts';
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

/** The small part of a run's summary that the list shows. */
export type ListedSummary = Pick<Summary, 'scenario' | 'question' | 'seed' | 'job' | 'verdict' | 'metrics'>;

const LISTED_METRICS = [
  'payments',
  'success_rate',
  'latency_p95_ms',
  'drained_channels',
  'differences',
] as const satisfies readonly (keyof typeof METRICS)[];

type ListedMetric = (typeof LISTED_METRICS)[number];

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
  /** The nodes or the scenario that was checked, in a few words. */
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
  const count =
    entries.length === 0
      ? `No run has been kept ${hasOthers ? 'here' : 'yet'}.`
      : `${counted(entries.length, 'run')}, newest first.`;
  return pageOf({
    name: 'Runs',
    title: 'Runs',
    head: prose(`${count} Every page opens offline and can be passed on as one file.`, 'lead'),
    body: [
      entries.length > 0 ? runs(entries) : null,
      entries.length === 0 && !hasOthers
        ? prose(html`Start one with <code>millrace simulate SCENARIO</code>.`)
        : null,
      checks.length === 0 ? null : checksSection(checks),
      plans.length === 0 ? null : plansSection(plans),
      searches.length === 0 ? null : searchesSection(searches),
    ],
  });
}

function newestFirst<Entry extends { readonly startedAt: string }>(
  entries: readonly Entry[],
): readonly Entry[] {
  return [...entries].sort((a, b) => Number(b.startedAt > a.startedAt) - Number(a.startedAt > b.startedAt));
}

const STARTED = {
  head: 'Started (UTC)',
  label: 'Started',
  className: 'unbroken',
  cell: ({ startedAt }: { readonly startedAt: string }): Markup =>
    html`<time datetime="${startedAt}">${minuteText(startedAt)}</time>`,
};

function checksSection(checks: readonly CheckEntry[]): Block {
  return section(
    { id: 'checks', title: 'Checks' },
    table({
      columns: [
        {
          head: 'Check',
          cell: ({ href, subject, seed }) =>
            withDetail(html`<a href="${href}">${subject}</a>`, `seed ${seed}`),
        },
        { head: 'Verdict', cell: ({ verdict }) => badge(...CHECK_JUDGEMENTS[verdict]) },
        { head: 'Found', cell: ({ sentence }) => sentence },
        STARTED,
      ],
      rows: newestFirst(checks),
    }),
  );
}

function plansSection(plans: readonly PlanEntry[]): Block {
  return section(
    { id: 'plans', title: 'Plans' },
    table({
      columns: [
        { head: 'Plan', cell: linkedScenario },
        { head: 'Answered', cell: ({ answer }) => answer },
        STARTED,
      ],
      rows: newestFirst(plans),
    }),
  );
}

function searchesSection(searches: readonly CapacityEntry[]): Block {
  return section(
    { id: 'searches', title: 'Searches for a capacity' },
    table({
      caption: 'The highest rate at which every condition is met and no queue builds up.',
      columns: [
        { head: 'Search', cell: linkedScenario },
        { head: 'Found', cell: capacityAnswer },
        { head: 'Conditions', cell: ({ conditions }) => html`<code>${conditions.join(', ')}</code>` },
        STARTED,
      ],
      rows: newestFirst(searches),
    }),
  );
}

function linkedScenario(entry: Readonly<Record<'href' | 'scenario' | 'seed' | 'question', string>>): Markup {
  const { href, scenario, seed, question } = entry;
  return withDetail(
    html`<a href="${href}">${scenario}</a> <span class="muted">seed ${seed}</span>`,
    question,
  );
}

function runs(entries: readonly IndexEntry[]): Block {
  const valueOf = ({ summary }: IndexEntry, name: ListedMetric): number => summary.metrics[name] ?? 0;
  const figure = (
    head: string,
    metric: ListedMetric,
    write: (value: number, entry: IndexEntry) => string = grouped,
  ): TableColumn<IndexEntry> => ({
    head,
    number: true,
    cell: (entry) => write(valueOf(entry, metric), entry),
  });
  const ofPayments =
    (write: (value: number) => string) =>
    (value: number, entry: IndexEntry): string =>
      valueOf(entry, 'payments') > 0 ? write(value) : '–';
  return section(
    { id: 'runs', title: '' },
    table({
      caption:
        'Success rate: succeeded payments of all payments. Differences: what a target did otherwise than the simulation.',
      columns: [
        { head: 'Run', cell: ({ href, summary }) => linkedScenario({ href, ...summary }) },
        { head: 'Verdict', cell: ({ summary }) => badge(...RUN_JUDGEMENTS[summary.verdict.word]) },
        { head: 'Job', className: 'unbroken', cell: ({ summary }) => summary.job },
        figure('Payments', 'payments'),
        figure('Success rate', 'success_rate', ofPayments(percentText)),
        figure('p95', 'latency_p95_ms', ofPayments(durationText)),
        figure('Drained', 'drained_channels'),
        figure('Differences', 'differences', (value, { summary }) =>
          summary.job === 'replay' ? grouped(value) : '–',
        ),
        STARTED,
      ],
      rows: newestFirst(entries),
    }),
  );
}
