import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import { type Document, type Figure, type Item, list, prose, section, table } from '../blocks/block.ts';
import { barStyle, html } from '../page/markup.ts';
import { loadChart } from '../sections/load-over-time.ts';
import { counted, durationText, grouped, percentText } from '../words/number-format.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';

/** How something stands that goes on. */
export interface LiveState {
  readonly title: string;
  /** The job in words: `Load test of nodes`. */
  readonly what: string;
  /** The reason for waiting while there is nothing to count. */
  readonly waitsFor?: string | undefined;
  /** 0 to 1; absent: nobody knows. */
  readonly share?: number | undefined;
  readonly elapsedMs: number;
  readonly leftMs?: number | undefined;
  readonly figures: readonly Figure[];
  /** The payments so far. */
  readonly aggregate?: LoadAggregate | undefined;
  /** The findings until now. */
  readonly found?: readonly Item[];
}

// As many as a reader follows while they come.
const MOST_FOUND = 20;

/** The page of something that goes on: how far it is, its figures now, how it went until now, and what was found. */
export function liveDocument(state: LiveState): Document {
  const { title, what, share, figures, aggregate, found = [] } = state;
  const counts = aggregate?.counts;
  return {
    name: title,
    title,
    head: [
      { kind: 'verdict', judgement: ['open', 'running'], sentence: progressText(state) },
      share === undefined
        ? null
        : {
            kind: 'markup',
            markup: html`<div class="bar live-bar" role="progressbar" aria-label="done" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${Math.floor(100 * share)}"><span style="${barStyle(share)}"></span></div>`,
          },
      {
        kind: 'figures',
        name: 'Figures now',
        look: 'headline',
        figures: [...figures, ...(counts === undefined ? [] : paymentFigures(counts))],
      },
      aggregate === undefined ? null : loadChart({ aggregate }, []),
      prose(`${what}. This page grows while it runs; the report takes its place at the end.`, 'muted'),
    ],
    body: [
      found.length === 0
        ? null
        : section(
            { id: 'found', title: `Found until now: ${grouped(found.length)}` },
            list(found.slice(-MOST_FOUND).toReversed()),
          ),
      aggregate === undefined || aggregate.reasons.size === 0 ? null : reasonSection(aggregate),
    ],
  };
}

function progressText({ waitsFor, share, leftMs, elapsedMs }: LiveState): string {
  if (waitsFor !== undefined) return `${waitsFor}.`;
  const parts = [
    ...(share === undefined ? [] : [`${percentText(share)} done`]),
    `${durationText(elapsedMs)} so far`,
    ...(leftMs === undefined ? [] : [`about ${durationText(leftMs)} left`]),
  ];
  return `${parts.join(', ')}.`;
}

function paymentFigures({
  payments,
  succeeded,
  failed,
  indeterminate,
}: LoadAggregate['counts']): readonly Figure[] {
  if (payments === 0) return [{ name: 'Payments that succeeded', figure: '–', beside: 'none has ended' }];
  const open = indeterminate === 0 ? '' : `, ${grouped(indeterminate)} without an answer`;
  return [
    {
      name: 'Payments that succeeded',
      figure: percentText(succeeded / payments),
      beside: `${grouped(succeeded)} of ${grouped(payments)}; ${grouped(failed)} failed${open}`,
    },
  ];
}

function reasonSection({ reasons, counts }: LoadAggregate): ReturnType<typeof section> {
  const rows = [...reasons].toSorted(([, one], [, other]) => other - one);
  return section(
    { id: 'reasons', title: 'Why payments failed, so far' },
    table({
      caption: `${counted(counts.failed + counts.indeterminate, 'payment')} by the reason that was given`,
      columns: [
        ['Reason', ([reason]) => reasonWords(reason)],
        ['Payments', ([, count]) => grouped(count), 'number'],
      ],
      rows,
    }),
  );
}
