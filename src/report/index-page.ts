import { z } from 'zod';
import type { METRICS } from '../model/run/metric-names.ts';
import { type Block, type TableColumn, prose, section, table } from './blocks/block.ts';
import { pageOf } from './blocks/page.ts';
import { capacityAnswer } from './capacity/capacity-answer.ts';
import { badge, CHECK_JUDGEMENTS, runJudgement } from './page/badge.ts';
import { minuteText } from './page/frame.ts';
import { html, type Markup, withDetail } from './page/markup.ts';
import { counted, durationText, grouped, percentText } from './words/number-format.ts';

const STARTED_AT = { startedAt: z.string(), seed: z.string() };
const ASKED = { scenario: z.string(), question: z.string() };

/** The part of a run's summary that the list shows. */
export const LISTED_SUMMARY = z.object({
  ...ASKED,
  seed: z.string(),
  job: z.enum(['simulate', 'replay', 'load']),
  verdict: z.object({
    word: z.enum(['as-expected', 'not-as-expected', 'unknown', 'partial']),
    sentence: z.string(),
    nothingExpected: z.literal(true).optional(),
  }),
  metrics: z.record(z.string(), z.number()),
});

/** An entry of the list, as the folder of a run, a plan, a check or a search holds it. */
export const INDEX_ENTRY = z.discriminatedUnion('format', [
  z.object({ format: z.literal('millrace-entry/1'), startedAt: z.string(), summary: LISTED_SUMMARY }),
  z.object({ format: z.literal('millrace-plan/1'), ...ASKED, ...STARTED_AT, answer: z.string() }),
  z.object({
    format: z.literal('millrace-check-entry/1'),
    /** The nodes or the scenario that was checked, in a few words. */
    subject: z.string(),
    ...STARTED_AT,
    verdict: z.enum(['holds', 'violated', 'unknown']),
    sentence: z.string(),
  }),
  z.object({
    format: z.literal('millrace-capacity/1'),
    ...ASKED,
    ...STARTED_AT,
    conditions: z.array(z.string()).readonly(),
    rate: z.number(),
    from: z.number(),
    to: z.number(),
    confidence: z.number(),
    ended: z.enum(['found', 'not-reached', 'below-lowest', 'most-probes', 'interrupted']),
    probes: z.array(z.object({ rate: z.number() })).readonly(),
  }),
]);

export type IndexEntry = z.infer<typeof INDEX_ENTRY>;

/** An entry, and where its page is, relative to the index. */
export type LinkedEntry = IndexEntry & { readonly href: string };

type EntryOf<Format extends IndexEntry['format']> = Extract<LinkedEntry, { readonly format: Format }>;

const LISTED_METRICS = [
  'payments',
  'success_rate',
  'latency_p95_ms',
  'drained_channels',
  'differences',
] as const satisfies readonly (keyof typeof METRICS)[];

type ListedMetric = (typeof LISTED_METRICS)[number];

/** The entry of a run. */
export function runEntry(startedAt: string, summary: z.infer<typeof LISTED_SUMMARY>): IndexEntry {
  const { scenario, question, seed, job, verdict, metrics } = summary;
  const listed = Object.fromEntries(LISTED_METRICS.map((name) => [name, metrics[name] ?? 0]));
  return {
    format: 'millrace-entry/1',
    startedAt,
    summary: { scenario, question, seed, job, verdict, metrics: listed },
  };
}

/** All runs, checks, plans and searches of a reports folder with their key figures, newest first. */
export function indexPage(entries: readonly LinkedEntry[]): string {
  const ofFormat = <Format extends IndexEntry['format']>(format: Format): readonly EntryOf<Format>[] =>
    entries
      .filter((entry): entry is EntryOf<Format> => entry.format === format)
      .sort((a, b) => Number(b.startedAt > a.startedAt) - Number(a.startedAt > b.startedAt));
  const listed = ofFormat('millrace-entry/1');
  const checks = ofFormat('millrace-check-entry/1');
  const plans = ofFormat('millrace-plan/1');
  const searches = ofFormat('millrace-capacity/1');
  const count =
    listed.length === 0
      ? `No run has been kept ${entries.length > 0 ? 'here' : 'yet'}.`
      : `${counted(listed.length, 'run')}, newest first.`;
  return pageOf({
    name: 'Runs',
    title: 'Runs',
    head: prose(`${count} Every page opens offline and can be passed on as one file.`, 'lead'),
    body: [
      listed.length > 0 ? runs(listed) : null,
      entries.length === 0 ? prose(html`Start one with <code>millrace simulate SCENARIO</code>.`) : null,
      checks.length === 0 ? null : checksSection(checks),
      plans.length === 0 ? null : plansSection(plans),
      searches.length === 0 ? null : searchesSection(searches),
    ],
  });
}

const STARTED = {
  head: 'Started (UTC)',
  label: 'Started',
  className: 'unbroken',
  cell: ({ startedAt }: { readonly startedAt: string }): Markup =>
    html`<time datetime="${startedAt}">${minuteText(startedAt)}</time>`,
};

function checksSection(checks: readonly EntryOf<'millrace-check-entry/1'>[]): Block {
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
      rows: checks,
    }),
  );
}

function plansSection(plans: readonly EntryOf<'millrace-plan/1'>[]): Block {
  return section(
    { id: 'plans', title: 'Plans' },
    table({
      columns: [
        { head: 'Plan', cell: linkedScenario },
        { head: 'Answered', cell: ({ answer }) => answer },
        STARTED,
      ],
      rows: plans,
    }),
  );
}

function searchesSection(searches: readonly EntryOf<'millrace-capacity/1'>[]): Block {
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
      rows: searches,
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

type RunEntry = EntryOf<'millrace-entry/1'>;

function runs(entries: readonly RunEntry[]): Block {
  const valueOf = ({ summary }: RunEntry, name: ListedMetric): number => summary.metrics[name] ?? 0;
  const figure = (
    head: string,
    metric: ListedMetric,
    write: (value: number, entry: RunEntry) => string = grouped,
  ): TableColumn<RunEntry> => ({
    head,
    number: true,
    cell: (entry) => write(valueOf(entry, metric), entry),
  });
  const ofPayments =
    (write: (value: number) => string) =>
    (value: number, entry: RunEntry): string =>
      valueOf(entry, 'payments') > 0 ? write(value) : '–';
  return section(
    { id: 'runs', title: '' },
    table({
      caption:
        'Success rate: succeeded payments of all payments. Differences: what a target did otherwise than the simulation.',
      columns: [
        { head: 'Run', cell: ({ href, summary }) => linkedScenario({ href, ...summary }) },
        { head: 'Verdict', cell: ({ summary }) => badge(...runJudgement(summary.verdict)) },
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
      rows: entries,
    }),
  );
}
