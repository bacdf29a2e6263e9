import { type Block, prose, section, table } from '../blocks/block.ts';
import { markupOf, pageOf } from '../blocks/page.ts';
import { capacityAnswer } from '../capacity/capacity-answer.ts';
import { badge, CHECK_JUDGEMENTS } from '../page/badge.ts';
import { minuteText } from '../page/frame.ts';
import { html, type Markup, withDetail } from '../page/markup.ts';
import { counted } from '../words/number-format.ts';
import type { ListedRun } from '../../web/runs/listed-run.ts';
import type { EntryOf, IndexEntry, LinkedEntry } from './index-entry.ts';
import { FIGURE_NAMES, FIGURES, figureText, seedText } from '../../web/runs/listed-figures.ts';
import { listedRun, runsData } from './listed-runs.ts';

/** All runs, checks, plans and searches of a reports folder with their key figures, newest first. */
export function indexPage(entries: readonly LinkedEntry[]): string {
  const ofFormat = <Format extends IndexEntry['format']>(format: Format): readonly EntryOf<Format>[] =>
    entries
      .filter((entry): entry is EntryOf<Format> => entry.format === format)
      .sort((a, b) => Number(b.startedAt > a.startedAt) - Number(a.startedAt > b.startedAt));
  const listed = ofFormat('millrace-entry/1').map(listedRun);
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
    ...(listed.length > 0 && { data: { script: 'runs', of: () => runsData(listed) } }),
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
          cell: ({ href, subject, seed, nodesVersion }) =>
            withDetail(
              html`<a href="${href}">${subject}</a>`,
              nodesVersion === undefined ? `seed ${seed}` : `seed ${seed}, version ${nodesVersion}`,
            ),
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

function linkedScenario({
  href,
  scenario,
  seed,
  question,
  ...tested
}: Readonly<Record<'href' | 'scenario' | 'seed' | 'question', string>> &
  Pick<ListedRun, 'build' | 'nodesVersion'>): Markup {
  return withDetail(
    html`<a href="${href}">${scenario}</a> <span class="muted">seed ${seedText({ seed, ...tested })}</span>`,
    question,
  );
}

function runs(listed: readonly ListedRun[]): Block {
  const shown = table({
    caption:
      'Success: succeeded payments of all payments. Rate: payments sent per second of a load. Differences: what a target did otherwise than the simulation.',
    columns: [
      { head: 'Run', cell: linkedScenario },
      { head: 'Verdict', cell: ({ judgement }) => badge(...judgement) },
      { head: 'Job', className: 'unbroken', cell: ({ job }) => job },
      ...FIGURE_NAMES.map((name) => ({
        head: FIGURES[name].head,
        number: true,
        cell: (run: ListedRun) => figureText(run, name),
      })),
      STARTED,
    ],
    rows: listed,
  });
  // With a script a table that sorts takes its place on screens; what is printed is this one.
  const markup = html`<div id="runs-place"></div><div id="runs-plain">${markupOf(shown)}</div>`;
  return section({ id: 'runs', title: '' }, { kind: 'markup', markup });
}
