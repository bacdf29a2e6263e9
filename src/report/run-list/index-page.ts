import { type Block, plainColumn, prose, section, table } from '../blocks/block.ts';
import { markupOf } from '../blocks/block-markup.ts';
import { pageOf } from '../blocks/page.ts';
import { capacityAnswer } from '../capacity/capacity-answer.ts';
import { CAPACITY_JUDGEMENTS } from '../capacity/capacity-document.ts';
import { badge, type BadgeText, CHECK_JUDGEMENTS } from '../page/badge.ts';
import { html, type Markup, trusted, withDetail } from '../page/markup.ts';
import { STANDING_BADGES } from '../plan/points.ts';
import { counted, minuteText } from '../words/number-format.ts';
import { type ListedRun, runColumns, seedText } from './listed-run.ts';
import type { EntryOf, IndexEntry, LinkedEntry } from './index-entry.ts';

/** All runs, checks, plans and searches of a reports folder with their key figures, newest first. */
export function indexPage(entries: readonly LinkedEntry[]): string {
  const ofFormat = <Format extends IndexEntry['format']>(format: Format): readonly EntryOf<Format>[] =>
    entries
      .filter((entry): entry is EntryOf<Format> => entry.format === format)
      .sort((a, b) => Number(b.startedAt > a.startedAt) - Number(a.startedAt > b.startedAt));
  const listed = ofFormat('millrace-entry/1');
  const others: readonly OtherEntry[] = [
    ...ofFormat('millrace-check-entry/1').map((entry) => ({
      ...entry,
      kind: 'check',
      name: entry.subject,
      judgement: CHECK_JUDGEMENTS[entry.verdict],
      found: entry.sentence,
    })),
    ...ofFormat('millrace-plan/1').map((entry) => ({
      ...entry,
      kind: 'plan',
      name: entry.scenario,
      judgement: STANDING_BADGES[entry.standing],
      found: entry.answer,
    })),
    ...ofFormat('millrace-capacity/1').map((entry) => ({
      ...entry,
      kind: `capacity for ${entry.conditions.join(', ')}`,
      name: entry.scenario,
      judgement: CAPACITY_JUDGEMENTS[entry.ended],
      found: capacityAnswer(entry),
    })),
  ];
  const count =
    listed.length === 0
      ? `No run has been kept ${entries.length > 0 ? 'here' : 'yet'}.`
      : `${counted(listed.length, 'run')}, newest first.`;
  return pageOf({
    name: 'Runs',
    title: 'Runs',
    head: prose(`${count} Every page opens offline and can be passed on as one file.`, 'lead'),
    body: [
      listed.length > 0 ? runsSection(listed) : null,
      entries.length === 0 ? prose(html`Start one with <code>millrace simulate SCENARIO</code>.`) : null,
      others.length === 0 ? null : othersSection(others),
    ],
    ...(listed.length > 0 && { data: { script: 'runs', of: () => runsData(listed) } }),
  });
}

/** A check, a plan or a search for a capacity. */
interface OtherEntry {
  readonly kind: string;
  readonly name: string;
  readonly href: string;
  readonly seed: string;
  readonly startedAt: string;
  readonly nodesVersion?: string | undefined;
  readonly question?: string;
  readonly judgement: BadgeText;
  readonly found: string;
}

function othersSection(others: readonly OtherEntry[]): Block {
  return section(
    { id: 'others', title: 'Checks, plans and searches' },
    table({
      columns: [
        [
          'Of',
          ({ name, href, question = '', ...tested }) =>
            withDetail(
              html`<a href="${href}">${name}</a> <span class="muted">seed ${seedText(tested)}</span>`,
              question,
            ),
        ],
        ['Kind', ({ kind }) => kind],
        ['Found', ({ judgement, found }) => [badge(...judgement), ' ', found]],
        ['Started (UTC)', ({ startedAt }) => minuteText(startedAt), { className: 'unbroken' }],
      ],
      rows: others,
    }),
  );
}

function runsSection(listed: readonly ListedRun[]): Block {
  const plain = table({
    caption:
      'Success: succeeded payments of all payments. Rate: successful payments per second of a load. Differences: mismatches between target and simulation.',
    columns: runColumns(listed).map(plainColumn),
    rows: [...listed.keys()],
  });
  // With a script a table that sorts takes its place on screens; what is printed is this one.
  const markup = html`<div id="runs-place"></div><div id="runs-plain">${markupOf(plain)}</div>`;
  return section({ id: 'runs', title: '' }, { kind: 'markup', markup });
}

/** All runs for the page's script, as they stand in the page; no text in them can end the element. */
function runsData(runs: readonly ListedRun[]): Markup {
  const json = JSON.stringify(runs).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="runs-data">${trusted(json)}</script>`;
}
