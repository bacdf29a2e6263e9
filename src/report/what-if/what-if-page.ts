import {
  type Block,
  type Parts,
  type TableColumn,
  emptySection,
  prose,
  section,
  table,
} from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { badge, RUN_JUDGEMENTS } from '../page/badge.ts';
import { minuteText } from '../page/frame.ts';
import { type Content, html, withDetail, bar } from '../page/markup.ts';
import { metricDifferenceText, metricMeaning, metricText } from '../words/metric-text.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import type { ChannelFigures, NodeFigures } from './network-changes.ts';
import type { ChangedPayment, PaymentPairs } from './payment-pairs.ts';
import type { MetricChange, Sides } from './sides.ts';
import { isUnchanged, type WhatIf } from './what-if.ts';
import { faultsOf, overlapText, statisticsText, whatIfAnswer } from './what-if-answer.ts';

/** Two simulations side by side as one self-contained page. */
export function whatIfPage(whatIf: WhatIf): string {
  const { runs } = whatIf;
  return pageOf({
    name: `${runs.a.scenario} and ${runs.b.scenario}`,
    title: 'What did the change do?',
    head: {
      kind: 'verdict',
      judgement: isUnchanged(whatIf) ? ['good', 'the same'] : ['open', 'changed'],
      sentence: whatIfAnswer(whatIf),
    },
    body: [
      keyFigures(whatIf),
      runsSection(whatIf),
      changesSection(whatIf),
      paymentsSection(whatIf),
      metricsSection(whatIf),
      failureSections(whatIf),
      nodesSection(whatIf),
      channelsSection(whatIf),
    ],
    footer: 'Made by Millrace from the records of both runs. A difference is B less A.',
  });
}

const KEY_FIGURES = [
  ['success_rate', 'Payments that succeeded'],
  ['volume_rate', 'Volume that arrived'],
  ['latency_p50_ms', 'Latency, median'],
  ['drained_channels', 'Drained channels'],
] as const;

function keyFigures({ metrics }: WhatIf): Block {
  const figures = KEY_FIGURES.flatMap(([metric, name]) => {
    const change = metrics.find((each) => each.metric === metric);
    if (change === undefined) return [];
    const hint = `${metricText(metric, change.a)} in A, ${metricText(metric, change.b)} in B.`;
    return [{ name, figure: metricDifferenceText(metric, change.difference), hint }];
  });
  return { kind: 'figures', figures };
}

function runsSection({ runs }: WhatIf): Block {
  return section(
    { id: 'runs', title: 'The two runs' },
    table({
      columns: [
        { head: 'Run', cell: ({ side, scenario, question }) => withDetail(`${side}: ${scenario}`, question) },
        {
          head: 'Seed, pace',
          cell: ({ seed, pace, startedAt }) =>
            html`<div>${withDetail(`${seed}, ${pace}`, html`<time datetime="${startedAt}">${minuteText(startedAt)} UTC</time>`)}</div>`,
        },
        {
          head: 'Network at the start',
          label: 'Network',
          cell: ({ network }) => `${counted(network.nodes, 'node')}, ${counted(network.channels, 'channel')}`,
        },
        {
          head: 'By its own scenario',
          label: 'Verdict',
          cell: (run) =>
            html`<div>${badge(...RUN_JUDGEMENTS[run.verdict.word])}${faultsOf(run).map((fault) => withDetail('', fault))}</div>`,
        },
      ],
      rows: [
        { side: 'A', ...runs.a },
        { side: 'B', ...runs.b },
      ],
    }),
  );
}

// A topology written out channel by channel may differ in hundreds of places.
const MAX_CHANGES = 60;
const OPEN_CHANGES = 12;

function changesSection({ changes }: WhatIf): Block {
  const frame = { id: 'change', title: 'What changed', listed: 'What changed' };
  if (changes.length === 0)
    return emptySection(frame, 'Nothing: both runs have the same settings and the same seed.');
  const settings = (rows: WhatIf['changes']): Block =>
    table({
      columns: [
        { head: 'Setting', cell: ({ path }) => html`<code>${path}</code>` },
        { head: 'A', cell: ({ a }) => a ?? 'none' },
        { head: 'B', cell: ({ b }) => b ?? 'none' },
      ],
      rows,
    });
  const rest = changes.length - MAX_CHANGES;
  const more = changes.slice(OPEN_CHANGES, MAX_CHANGES);
  return section(
    { ...frame, hint: 'Settings of the scenario as run.json keeps them; amounts in smallest units.' },
    settings(changes.slice(0, OPEN_CHANGES)),
    more.length === 0
      ? null
      : {
          kind: 'folded',
          summary: `Show ${counted(more.length, 'more setting')}`,
          blocks: settings(more),
        },
    rest > 0 ? prose(`And ${counted(rest, 'more setting')}; --json has all.`, 'hint') : null,
  );
}

function paymentsSection({ plan, pairs, statistics }: WhatIf): Block {
  const intervalText = ([low, high]: readonly [number, number]): string =>
    `${percentText(low)} to ${percentText(high)}`;
  return section(
    {
      id: 'payments',
      title: pairs === null ? 'Payments' : 'Payment by payment',
      listed: 'Payments',
      hint: `The plans: ${overlapText(plan)}.`,
    },
    pairs === null ? null : pairBlocks(pairs),
    statistics === null
      ? null
      : [
          prose(
            `Success of B less that of A lies ${statisticsText(statistics)}. By themselves: A ${intervalText(statistics.rate.a)}, B ${intervalText(statistics.rate.b)}.`,
          ),
          prose(
            'Wilson’s interval for each run, Newcombe’s for the difference. Payments that share channels are not independent: where a difference lies close to the bounds, further seeds tell more.',
            'hint',
          ),
        ],
  );
}

// As many as a person reads; --json has every one.
const MAX_PAYMENTS = 100;
const OPEN_PAYMENTS = 10;

// How the payments that both runs asked for ended in each, and those that ended otherwise.
function pairBlocks({ both, onlyA, onlyB, neither, changed }: PaymentPairs): Parts {
  const all = both + onlyA + onlyB + neither;
  const more = changed.slice(OPEN_PAYMENTS, MAX_PAYMENTS);
  const rest = changed.length - MAX_PAYMENTS;
  return [
    table({
      caption: `Where ${counted(all, 'payment')} of both runs succeeded`,
      narrow: 'stays',
      columns: [
        {
          head: 'Succeeded',
          cell: ({ name, count }) =>
            html`${name}${bar(all === 0 ? 0 : count / all, { isFailure: name === 'In neither' })}`,
        },
        { head: 'Payments', number: true, cell: ({ count }) => grouped(count) },
        {
          head: 'Share',
          number: true,
          cell: ({ count }) => (all === 0 ? '–' : percentText(count / all)),
        },
      ],
      rows: [
        { name: 'In both', count: both },
        { name: 'Only in A', count: onlyA },
        { name: 'Only in B', count: onlyB },
        { name: 'In neither', count: neither },
      ],
    }),
    changed.length === 0
      ? prose('Every one of them ended alike.')
      : [
          prose(`${counted(changed.length, 'payment')} ended otherwise`, 'heading'),
          changedPayments(changed.slice(0, OPEN_PAYMENTS)),
        ],
    more.length === 0
      ? null
      : { kind: 'folded', summary: `Show ${grouped(more.length)} more`, blocks: changedPayments(more) },
    rest > 0 ? prose(html`And ${grouped(rest)} more: <code>-o FILE.json</code> has all.`, 'hint') : null,
  ];
}

function changedPayments(rows: readonly ChangedPayment[]): Block {
  return table({
    columns: [
      {
        head: 'Payment',
        cell: ({ payment, operations: { a, b } }) =>
          withDetail(payment, a === b ? `#${a}` : `#${a} in A, #${b} in B`),
      },
      { head: 'A', cell: ({ a }) => a },
      { head: 'B', cell: ({ b }) => b },
    ],
    rows,
  });
}

type CountChange = Omit<MetricChange, 'metric'>;

function changeColumns<Row extends CountChange>(
  write: (value: number, row: Row) => string,
  metricOf: (row: Row) => string,
): readonly TableColumn<Row>[] {
  return [
    { head: 'A', number: true, cell: (row) => write(row.a, row) },
    { head: 'B', number: true, cell: (row) => write(row.b, row) },
    { head: 'B less A', number: true, cell: (row) => metricDifferenceText(metricOf(row), row.difference) },
  ];
}

function metricsSection({ metrics }: WhatIf): Block {
  return section(
    { id: 'metrics', title: 'All figures', listed: 'All figures' },
    table({
      columns: [
        {
          head: 'Metric',
          cell: ({ metric }) => withDetail(html`<code>${metric}</code>`, metricMeaning(metric)),
        },
        ...changeColumns<MetricChange>(
          (value, { metric }) => metricText(metric, value),
          ({ metric }) => metric,
        ),
      ],
      rows: metrics,
    }),
  );
}

// The largest changes say what the change did; --json has the first two hundred.
const MAX_ROWS = 15;

function failureSections({ failures: { byReason, byPlace } }: WhatIf): Block {
  if (byReason.length === 0)
    return emptySection(
      { id: 'failures', title: 'Failures', listed: 'Failures' },
      'No payment failed in either run.',
    );
  const counts = changeColumns<CountChange>(grouped, () => '');
  return {
    kind: 'beside',
    look: 'two',
    blocks: [
      section(
        { id: 'failures', title: 'Why payments failed', listed: 'Failures' },
        table({ columns: [{ head: 'Reason', cell: ({ reason }) => reason }, ...counts], rows: byReason }),
      ),
      section(
        { id: 'places', title: 'Where payments failed' },
        table({
          caption: captionOf(byPlace, byPlace.length, 'place'),
          columns: [
            {
              head: 'Node, channel, check',
              cell: ({ at, channel, check }) => withDetail(at, `${channel ?? ''} ${check}`),
            },
            ...counts,
          ],
          rows: byPlace.slice(0, MAX_ROWS),
        }),
      ),
    ],
  };
}

function nodesSection({ nodes: { changed, changedInAll } }: WhatIf): Block {
  const frame = { id: 'nodes', title: 'Nodes that changed most', listed: 'Nodes' };
  if (changedInAll === 0)
    return emptySection(frame, 'Every node paid, received and passed on as often in both runs.');
  return section(
    frame,
    table({
      caption: `${captionOf(changed, changedInAll, 'node')}: payments in A → in B`,
      columns: [
        { head: 'Node', cell: ({ node }) => node },
        figureColumn<NodeFigures>('Paid', ({ paid, tried }) => `${grouped(paid)} of ${grouped(tried)}`),
        figureColumn<NodeFigures>('Received', ({ got }) => grouped(got)),
        figureColumn<NodeFigures>('Passed on', ({ passedOn }) => grouped(passedOn)),
        figureColumn<NodeFigures>('Failed at it', ({ refused }) => grouped(refused)),
      ],
      rows: changed.slice(0, MAX_ROWS),
    }),
  );
}

function channelsSection({ channels: { changed, changedInAll } }: WhatIf): Block {
  const frame = { id: 'channels', title: 'Channels that changed most', listed: 'Channels' };
  if (changedInAll === 0) return emptySection(frame, 'Every channel carried and ended alike in both runs.');
  return section(
    {
      ...frame,
      hint: 'A channel is known by its ends: its number may differ. Carried: transfers that went through, either way. The share is that of the node named first, at the end.',
    },
    table({
      caption: `${captionOf(changed, changedInAll, 'channel')}: in A → in B`,
      columns: [
        {
          head: 'Channel',
          cell: ({ between, a, b }) => {
            const where = a === null ? ', only in B' : b === null ? ', only in A' : '';
            const number = bothSides<ChannelFigures>({ a, b }, ({ channel }) => channel);
            return withDetail(between.join(' – '), `${number}${where}`);
          },
        },
        figureColumn<ChannelFigures>('Carried', ({ carried }) => grouped(carried)),
        figureColumn<ChannelFigures>('Failed at it', ({ refused }) => grouped(refused)),
        figureColumn<ChannelFigures>('First end’s share', ({ share }) =>
          share === null ? 'not open' : percentText(share),
        ),
        figureColumn<ChannelFigures>('Drained end', ({ drained }) => drained ?? 'none'),
      ],
      rows: changed.slice(0, MAX_ROWS),
    }),
  );
}

function figureColumn<Figures>(
  head: string,
  write: (figures: Figures) => string,
): TableColumn<Sides<Figures | null>> {
  return { head, number: true, cell: (sides): Content => bothSides(sides, write) };
}

// A figure that is the same on both sides is written once.
function bothSides<Figures>({ a, b }: Sides<Figures | null>, write: (figures: Figures) => string): string {
  const [one, other] = [a, b].map((figures) => (figures === null ? '–' : write(figures)));
  return one === other ? `${one}` : `${one} → ${other}`;
}

function captionOf(changed: readonly unknown[], inAll: number, noun: string): string {
  const count = Math.min(changed.length, MAX_ROWS);
  return count === inAll ? counted(inAll, noun) : `${grouped(count)} of ${counted(inAll, noun)} that changed`;
}
