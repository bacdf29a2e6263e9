import { reasonWords } from '../../model/run/reason-class.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { linkTo, type StoryTarget } from '../explorer/story.ts';
import { type Block, type Document, facts, section, table } from '../blocks/block.ts';
import { screenOf, type TextLook } from '../blocks/terminal.ts';
import { runJudgement } from '../page/badge.ts';
import { type Content, html, withDetail } from '../page/markup.ts';
import type { MetricKind } from '../../model/run/metrics.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
import { metricChangeTexts, NO_VALUE } from '../words/metric-text.ts';
import { metricSense, metricWords } from '../words/metric-words.ts';
import { capitalized, counted, grouped, minuteText, pointsText } from '../words/number-format.ts';
import { isUnchanged, type MetricChange, type WhatIf, type Sides } from './what-if.ts';

/** A comparison with its token and the pages of its runs. */
export interface ShownWhatIf extends WhatIf {
  /** The one token of both runs; without it amounts are shown in smallest units. */
  readonly token?: PlannedToken | undefined;
  /** Links from the comparison's page to the pages of both runs. */
  readonly pages?: Sides<string>;
}

/** The comparison of two runs on one screen. */
export function whatIfText(whatIf: ShownWhatIf, look: TextLook & { readonly pagePath?: string }): string {
  const { pagePath } = look;
  const foot =
    pagePath === undefined ? 'The same as a page: -o FILE.html; as data: --json' : `Page  ${pagePath}`;
  return screenOf(whatIfDocument(whatIf), look, [foot]);
}

/** The comparison of two runs. */
export function whatIfDocument(whatIf: ShownWhatIf): Document {
  const { runs, pages } = whatIf;
  const run = (side: 'a' | 'b'): readonly [string, Content] => [
    side.toUpperCase(),
    linked(runText(runs[side]), pages?.[side]),
  ];
  return {
    name: `${runs.a.scenario} and ${runs.b.scenario}`,
    title: 'What did the change do?',
    head: [
      {
        kind: 'verdict',
        judgement: isUnchanged(whatIf) ? ['good', 'the same'] : ['open', 'changed'],
        sentence: answerOf(whatIf),
      },
      facts([run('a'), run('b')]),
    ],
    body: [changesSection(whatIf), metricsSection(whatIf), paymentsSection(whatIf)],
    footer: 'Made by Millrace from the records of both runs. A change is B - A.',
  };
}

// Two runs of one scenario and seed differ in when they started.
function runText({ scenario, seed, startedAt, partial, verdict }: WhatIf['runs']['a']): string {
  const ended = partial ? 'broke off' : runJudgement(verdict)[1];
  return `${scenario}, seed ${seed}, started ${minuteText(startedAt)} UTC: ${ended}`;
}

function answerOf(whatIf: ShownWhatIf): string {
  const { metrics, token } = whatIf;
  const rate = metrics.find(({ metric }) => metric === 'success_rate');
  const paid = metrics.find(({ metric }) => metric === 'payments');
  if (isUnchanged(whatIf))
    return `Nothing changed: ${counted(paid?.a ?? 0, 'payment')} ended alike, every figure is the same.`;
  if (rate === undefined || (paid?.a ?? 0) + (paid?.b ?? 0) === 0) return 'Neither run made payments.';
  const success = metricChangeTexts(rate, token);
  if (rate.difference !== 0) {
    const [low, high] = rate.interval ?? [1, 1];
    const chance = low <= 0 && high >= 0 ? ', which chance may explain' : '';
    return `Success ${success.a} in A, ${success.b} in B: ${success.change}${chance}.`;
  }
  const [first] = changedMetrics(metrics);
  if (first === undefined) return `Success is ${success.a} in both. No other figure changed.`;
  const { a, b } = metricChangeTexts(first, token);
  return `Success is ${success.a} in both. ${capitalized(metricWords(first.metric))}: ${a} in A, ${b} in B.`;
}

// A topology written out channel by channel may differ in hundreds of places.
const MAX_CHANGES = 60;
const OPEN_CHANGES = 12;

function changesSection({ changes }: WhatIf): Block | null {
  if (changes.length === 0) return null;
  return section(
    {
      id: 'change',
      title: 'Changed settings',
      listed: 'Settings',
      hint: 'Settings by their place in the scenario file, amounts in the smallest unit of their token.',
    },
    table({
      columns: [
        ['Setting', ({ path }) => html`<code>${path}</code>`],
        ['A', ({ a }) => a ?? NO_VALUE],
        ['B', ({ b }) => b ?? NO_VALUE],
      ],
      rows: changes,
      open: OPEN_CHANGES,
      most: MAX_CHANGES,
      elsewhere: '--json',
      lines: changes.length <= OPEN_CHANGES ? 'all' : 12,
    }),
  );
}

// Shares first, counts last: they follow from what changed, those of failures by reason above all.
const KIND_ORDER: readonly MetricKind[] = ['ms', 'amount', 'number', 's', 'count', 'failed'];

function changedMetrics(metrics: readonly MetricChange[]): readonly MetricChange[] {
  const rankOf = ({ metric }: MetricChange): number => KIND_ORDER.indexOf(metricKind(metric) ?? 'count');
  return metrics
    .filter(({ difference }) => difference !== 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

function metricsSection({ metrics, token }: ShownWhatIf): Block | null {
  const changed = changedMetrics(metrics);
  if (changed.length === 0) return null;
  return section(
    { id: 'metrics', title: 'Changed figures', listed: 'Figures' },
    table({
      columns: [
        [
          'Figure',
          ({ metric }) =>
            withDetail(
              capitalized(metricWords(metric)),
              html`<code>${metric}</code>: ${metricSense(metric)}`,
            ),
        ],
        ['A', ({ texts }) => texts.a, 'number'],
        ['B', ({ texts }) => texts.b, 'number'],
        ['Change', ({ texts }) => texts.change, 'number'],
        ['95 % CI', ({ interval }) => intervalText(interval), 'number'],
      ],
      rows: changed.map((change) => ({ ...change, texts: metricChangeTexts(change, token) })),
      lines: 'all',
    }),
  );
}

// Payments that share channels are not independent: an interval whose ends are close to 0 needs further seeds.
function intervalText(interval: MetricChange['interval']): string {
  return interval === undefined ? '' : `${pointsText(interval[0])} to ${pointsText(interval[1])}`;
}

// A reader looks at so many payments; --json lists all.
const MAX_PAYMENTS = 100;
const OPEN_PAYMENTS = 10;

function paymentsSection({ plan, pairs, pages }: ShownWhatIf): Block {
  const counts =
    pairs === null
      ? ''
      : `: ${grouped(pairs.both)} succeeded in both, ${grouped(pairs.onlyA)} only in A, ${grouped(pairs.onlyB)} only in B, ${grouped(pairs.neither)} in neither`;
  const end =
    (side: 'a' | 'b') =>
    ({ operations, ...ends }: Sides<string> & { readonly operations: Sides<number> }): Content =>
      linked(reasonWords(ends[side]), pages?.[side], { kind: 'payment', name: `${operations[side]}` });
  return section(
    { id: 'payments', title: 'Payments with a different outcome', listed: 'Payments' },
    { kind: 'facts', facts: [['Payments', `${overlapText(plan)}${counts}`]], lines: 2 },
    pairs === null || pairs.changed.length === 0
      ? null
      : table({
          columns: [
            [
              'Payment',
              ({ payment, operations: { a, b } }) =>
                withDetail(payment, a === b ? `#${a}` : `#${a} in A, #${b} in B`),
            ],
            ['A', end('a')],
            ['B', end('b')],
          ],
          rows: pairs.changed,
          open: OPEN_PAYMENTS,
          most: MAX_PAYMENTS,
          elsewhere: '--json',
          lines: 4,
        }),
  );
}

function overlapText({ kind, shared, onlyA, onlyB }: WhatIf['plan']): string {
  if (kind === 'same') return `the same ${grouped(shared)} in both`;
  return kind === 'partly'
    ? `${grouped(shared)} are the same in both, ${grouped(onlyA)} are in A only, ${grouped(onlyB)} in B only`
    : `not the same payments: ${grouped(onlyA + shared)} in A, ${grouped(onlyB + shared)} in B`;
}

function linked(text: Content, page: string | undefined, story?: StoryTarget): Content {
  return page === undefined
    ? text
    : html`<a href="${page}${story === undefined ? '' : linkTo(story)}">${text}</a>`;
}
