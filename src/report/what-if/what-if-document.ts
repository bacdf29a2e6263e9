import {
  type Block,
  type Document,
  emptySection,
  pageOnly,
  type Parts,
  section,
  table,
  type TableColumn,
} from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { screenOf, type TextLook } from '../blocks/terminal.ts';
import { MODEL_CHECKS } from '../sections/failures.ts';
import { html, withDetail } from '../page/markup.ts';
import { metricDifferenceText, metricMeaning, metricSidesText } from '../words/metric-text.ts';
import { metricWords } from '../words/metric-words.ts';
import { capitalized, grouped } from '../words/number-format.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';
import { FIRST, whatIfAnswer } from './what-if-answer.ts';
import { channelsSection, nodesSection, SHOWN } from './changed-places.ts';
import { paymentsSection } from './payments-section.ts';
import type { ToldWhatIf } from './run-pages.ts';
import { runsSection } from './runs-section.ts';
import type { MetricChange } from './sides.ts';
import { isUnchanged, type WhatIf } from './what-if.ts';

/** Two runs side by side as one self-contained page. */
export function whatIfPage(whatIf: ToldWhatIf): string {
  return pageOf(whatIfDocument(whatIf));
}

/** Two runs on one screen: what changed, what that did, and where most. */
export function whatIfText(whatIf: ToldWhatIf, look: TextLook & { readonly pagePath?: string }): string {
  const { pagePath } = look;
  const foot =
    pagePath === undefined
      ? '-o FILE.html writes all of it on a page, --json prints it'
      : `Page  ${pagePath}`;
  return screenOf(whatIfDocument(whatIf), look, [foot]);
}

function whatIfDocument(whatIf: ToldWhatIf): Document {
  const { runs } = whatIf;
  const unchanged = isUnchanged(whatIf);
  const figures = (): Parts => [
    metricsSection(whatIf),
    failureSections(whatIf),
    nodesSection(whatIf),
    channelsSection(whatIf),
  ];
  return {
    name: `${runs.a.scenario} and ${runs.b.scenario}`,
    title: 'What did the change do?',
    head: {
      kind: 'verdict',
      judgement: unchanged ? ['good', 'the same'] : ['open', 'changed'],
      sentence: whatIfAnswer(whatIf),
    },
    body: [
      keyFigures(whatIf),
      runsSection(whatIf),
      changesSection(whatIf),
      paymentsSection(whatIf),
      unchanged ? pageOnly(figures) : figures(),
    ],
    footer: 'Made by Millrace from the records of both runs. A difference is B less A.',
  };
}

const KEY_FIGURES = [
  ['success_rate', 'Payments that succeeded'],
  ['volume_rate', 'Volume that arrived'],
  ['latency_p50_ms', 'Latency, median'],
  ['drained_channels', 'Drained channels'],
] as const;

function keyFigures({ metrics, token }: ToldWhatIf): Block {
  const figures = KEY_FIGURES.flatMap(([metric, name]) => {
    const change = metrics.find((each) => each.metric === metric);
    if (change === undefined) return [];
    const told = metricSidesText(metric, change, token);
    const hint = `${told.a} in A, ${told.b} in B.`;
    return [{ name, figure: metricDifferenceText(metric, change.difference, token), hint }];
  });
  return { kind: 'figures', figures };
}

// A topology written out channel by channel may differ in hundreds of places.
const MAX_CHANGES = 60;
const OPEN_CHANGES = 12;

function changesSection({ changes }: WhatIf): Block {
  const frame = { id: 'change', title: 'What changed', listed: 'What changed' };
  if (changes.length === 0)
    return emptySection(frame, 'Nothing: both runs have the same settings and the same seed.');
  return section(
    {
      ...frame,
      hint: 'Settings of the scenario as run.json keeps them: amounts without the decimals of their token.',
    },
    table({
      columns: [
        { head: 'Setting', cell: ({ path }) => html`<code>${path}</code>` },
        { head: 'A', cell: ({ a }) => a ?? 'none' },
        { head: 'B', cell: ({ b }) => b ?? 'none' },
      ],
      rows: changes,
      open: OPEN_CHANGES,
      most: MAX_CHANGES,
      elsewhere: '--json',
      lines: 2,
    }),
  );
}

type CountChange = Omit<MetricChange, 'metric'>;

function changeColumns<Row extends CountChange>(
  write: (row: Row) => Readonly<Record<'a' | 'b', string>>,
  metricOf: (row: Row) => string,
  token?: ToldWhatIf['token'],
): readonly TableColumn<Row>[] {
  return [
    { head: 'A', number: true, cell: (row) => write(row).a },
    { head: 'B', number: true, cell: (row) => write(row).b },
    {
      head: 'B less A',
      number: true,
      cell: (row) => metricDifferenceText(metricOf(row), row.difference, token),
    },
  ];
}

function rankOf({ metric, difference }: MetricChange): number {
  const rank = FIRST.indexOf(metric);
  const failure = metric.startsWith('failures.') ? 2 * FIRST.length : 0;
  return (difference === 0 ? 4 * FIRST.length : 0) + failure + (rank === -1 ? FIRST.length : rank);
}

function metricsSection({ metrics, token }: ToldWhatIf): Block {
  const changed = metrics.filter(({ difference }) => difference !== 0).length;
  return section(
    {
      id: 'metrics',
      title: `All figures, ${grouped(changed)} changed`,
      listed: 'All figures',
    },
    table({
      columns: [
        {
          head: 'Metric',
          cell: ({ metric }) =>
            withDetail(
              capitalized(metricWords(metric)),
              html`<code>${metric}</code>: ${metricMeaning(metric)}`,
            ),
        },
        ...changeColumns<MetricChange>(
          ({ metric, ...sides }) => metricSidesText(metric, sides, token),
          ({ metric }) => metric,
          token,
        ),
      ],
      rows: metrics.toSorted((one, other) => rankOf(one) - rankOf(other)),
      lines: Math.min(changed, 8),
    }),
  );
}

function failureSections({ failures: { byReason, byPlace } }: WhatIf): Block {
  if (byReason.length === 0)
    return emptySection(
      { id: 'failures', title: 'Failures', listed: 'Failures' },
      'No payment failed in either run.',
    );
  const counts = changeColumns<CountChange>(
    ({ a, b }) => ({ a: grouped(a), b: grouped(b) }),
    () => '',
  );
  return {
    kind: 'beside',
    look: 'two',
    blocks: [
      section(
        { id: 'failures', title: 'Why payments failed', listed: 'Failures' },
        table({
          columns: [{ head: 'Reason', cell: ({ reason }) => reasonWords(reason) }, ...counts],
          rows: byReason,
        }),
      ),
      pageOnly(() =>
        section(
          { id: 'places', title: 'Where payments failed' },
          table({
            columns: [
              {
                head: 'Node, channel, check',
                cell: ({ at, token, between, check }) =>
                  withDetail(
                    at,
                    [between?.join(' – '), token, MODEL_CHECKS[check].name].filter(Boolean).join(' '),
                  ),
              },
              ...counts,
            ],
            rows: byPlace,
            ...SHOWN,
          }),
        ),
      ),
    ],
  };
}
