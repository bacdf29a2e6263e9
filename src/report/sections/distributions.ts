import { percentile } from '../../statistics/percentile.ts';
import { type Block, pageOnly, section, table, type TableColumn } from '../blocks/block.ts';
import { withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { durationText, grouped, readable } from '../words/number-format.ts';

/** A quantity of succeeded payments with its values, ascending. */
interface Distribution {
  readonly name: string;
  readonly meaning: string;
  readonly values: Float64Array;
  readonly write: (value: number) => string;
}

/** How long succeeded payments took, what they cost and how far they went; of a load nodes do not tell. */
export function distributionsSection({ run, tally: { payments } }: Figures): Block | null {
  if (run.load !== undefined) return null;
  const distributions: readonly Distribution[] = [
    {
      name: 'Latency',
      meaning: 'from request to answer, on the run’s own clock',
      values: payments.latenciesMs.ascending(),
      write: durationText,
    },
    {
      name: 'Fee',
      meaning: 'share of the amount that mediators kept',
      values: payments.feePercents,
      write: (percent) => `${readable(percent, 3)} %`,
    },
    {
      name: 'Path length',
      meaning: 'channels between payer and payee',
      values: expanded(payments.pathLengths),
      write: grouped,
    },
  ];
  const rows = distributions.filter(({ values }) => values.length > 0);
  if (rows.length === 0) return null;
  const column = (head: string, percent: number): TableColumn<Distribution> => ({
    head,
    number: true,
    cell: ({ values, write }) => write(percentile(values, percent)),
  });
  const hint =
    run.header.job === 'replay'
      ? 'Fees and paths are those of the simulation: nodes do not tell them over REST.'
      : undefined;
  return pageOnly(() =>
    section(
      { id: 'distributions', title: 'Payments that succeeded', listed: 'Distributions', hint },
      table({
        columns: [
          ['Quantity', ({ name, meaning }) => withDetail(name, meaning)],
          column('least', 0),
          column('p50', 50),
          column('p95', 95),
          column('p99', 99),
          column('most', 100),
        ],
        rows,
      }),
    ),
  );
}

function expanded(counts: readonly { readonly hops: number; readonly count: number }[]): Float64Array {
  const values = new Float64Array(counts.reduce((sum, { count }) => sum + count, 0));
  let from = 0;
  for (const { hops, count } of counts) {
    values.fill(hops, from, from + count);
    from += count;
  }
  return values;
}
