import { reasonWords } from '../../model/run/describe-operation.ts';
import { type Block, pageOnly, type Parts, prose, section, table } from '../blocks/block.ts';
import { bar, html, withDetail } from '../page/markup.ts';
import { pointsText } from '../words/metric-text.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import type { PaymentPairs, PlanOverlap } from './payment-pairs.ts';
import { linked, type ToldWhatIf } from './run-pages.ts';
import type { SuccessStatistics } from './what-if.ts';

/** Payment by payment where both runs asked for the same; else what statistics say of their success. */
export function paymentsSection({ plan, pairs, statistics, pages }: ToldWhatIf): Block {
  const intervalText = ([low, high]: readonly [number, number]): string =>
    `${percentText(low)} to ${percentText(high)}`;
  return section(
    {
      id: 'payments',
      title: pairs === null ? 'Payments' : 'Payment by payment',
      listed: 'Payments',
    },
    {
      kind: 'facts',
      facts: [
        ['Payments', pairs === null ? overlapText(plan) : pairsText(plan, pairs)],
        ...(statistics === null ? [] : [['Success', statisticsText(statistics)] as const]),
      ],
      lines: 2,
    },
    pairs === null ? null : pageOnly(() => pairBlocks(pairs, pages)),
    statistics === null
      ? null
      : prose(
          `By themselves: A ${intervalText(statistics.rate.a)}, B ${intervalText(statistics.rate.b)}. Wilson’s interval for each run, Newcombe’s for the difference. Payments that share channels are not independent: where a difference lies close to the bounds, further seeds tell more.`,
          'hint',
        ),
  );
}

// How the payments that both runs asked for ended.
function pairsText(plan: PlanOverlap, { both, onlyA, onlyB, neither }: PaymentPairs): string {
  return `${overlapText(plan)}: ${grouped(both)} succeeded in both, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B, ${grouped(neither)} in neither`;
}

// Which payments one run has and the other has not.
function overlapText({ kind, shared, onlyA, onlyB }: PlanOverlap): string {
  if (kind === 'same') return `the same ${grouped(shared)} in both`;
  const others = `${grouped(onlyA)} are in A only, ${grouped(onlyB)} in B only`;
  return kind === 'partly'
    ? `${grouped(shared)} are the same in both, ${others}`
    : `not the same payments: ${grouped(onlyA + shared)} in A, ${grouped(onlyB + shared)} in B`;
}

// Whether chance may explain the difference between runs of other payments.
function statisticsText({ confidence, difference: [low, high], mayBeChance }: SuccessStatistics): string {
  const meaning = mayBeChance ? 'chance may explain it' : 'more than chance explains';
  return `between ${pointsText(low)} and ${pointsText(high)} with ${percentText(confidence)} confidence, as if payments were independent: ${meaning}`;
}

// As many as a person reads; --json has every one.
const MAX_PAYMENTS = 100;
const OPEN_PAYMENTS = 10;

// How the payments that both runs asked for ended in each, and those that ended otherwise.
function pairBlocks(
  { both, onlyA, onlyB, neither, changed }: PaymentPairs,
  pages: ToldWhatIf['pages'],
): Parts {
  const all = both + onlyA + onlyB + neither;
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
          table({
            columns: [
              {
                head: 'Payment',
                cell: ({ payment, operations: { a, b } }) =>
                  withDetail(payment, a === b ? `#${a}` : `#${a} in A, #${b} in B`),
              },
              {
                head: 'A',
                cell: ({ a, operations }) =>
                  linked(reasonWords(a), pages?.a, { kind: 'payment', name: `${operations.a}` }),
              },
              {
                head: 'B',
                cell: ({ b, operations }) =>
                  linked(reasonWords(b), pages?.b, { kind: 'payment', name: `${operations.b}` }),
              },
            ],
            rows: changed,
            open: OPEN_PAYMENTS,
            most: MAX_PAYMENTS,
            elsewhere: '--json',
          }),
        ],
  ];
}
