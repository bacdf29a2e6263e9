import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { percentile } from '../../statistics/percentile.ts';
import { type Block, pageOnly, section, table, type TableColumn } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { withDetail } from '../page/markup.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';

/** A quantity of payments, and its value that so many percent of them do not exceed, in words. */
interface Quantity {
  readonly name: string;
  readonly meaning: string;
  readonly at: (percent: number) => string;
}

/** How long succeeded payments took, what they cost and how far they went; a load has its own table. */
export function distributionsSection({ run, tally: { payments } }: Figures): Block | null {
  if (run.load !== undefined) return null;
  const quantity = (
    name: string,
    meaning: string,
    { values, write }: { readonly values: Float64Array; readonly write: (value: number) => string },
  ): readonly Quantity[] =>
    values.length === 0 ? [] : [{ name, meaning, at: (percent) => write(percentile(values, percent)) }];
  const rows = [
    ...quantity('Latency', 'from request to answer, on the run’s own clock', {
      values: payments.latenciesMs.ascending(),
      write: durationText,
    }),
    ...quantity('Fee', 'share of the amount that mediators kept', {
      values: payments.feePercents,
      write: (percent) => `${readable(percent, 3)} %`,
    }),
    ...quantity('Path length', 'channels between payer and payee', {
      values: expanded(payments.pathLengths),
      write: grouped,
    }),
  ];
  if (rows.length === 0) return null;
  const hint =
    run.header.job === 'replay'
      ? 'Fees and paths are those of the simulation: the REST API does not report them.'
      : undefined;
  const columns = [
    ['least', 0],
    ['p50', 50],
    ['p95', 95],
    ['p99', 99],
    ['most', 100],
  ] as const;
  return pageOnly(() =>
    section(
      { id: 'distributions', title: 'Payments that succeeded', listed: 'Distributions', hint },
      table({
        columns: [
          ['Quantity', ({ name, meaning }) => withDetail(name, meaning)],
          ...columns.map(([head, percent]) => valueColumn(head, percent)),
        ],
        rows,
      }),
    ),
  );
}

function valueColumn(head: string, percent: number, pageOnlyToo = false): TableColumn<Quantity> {
  return [head, ({ at }) => at(percent), { number: true, pageOnly: pageOnlyToo }];
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

const PERCENTS = [50, 75, 90, 95, 99, 99.9];
const QUARTILE = 75;

/** Percentiles of service and response time side by side, and whether the target or the driver was the limit. */
export function loadLatency({ run: { load } }: Figures): Block | null {
  if (load === undefined) return null;
  const { service, response, lag } = load.aggregate;
  if (service.count === 0) return null;
  const quantity = (name: string, meaning: string, histogram: LatencyHistogram): Quantity => ({
    name,
    meaning,
    at: (percent) => durationText(histogram.percentileMs(percent)),
  });
  return section(
    { id: 'load-latency-table', title: 'How long payments took', listed: 'Latency', hint: limitText(load) },
    table({
      caption: `${counted(service.count, 'payment')}, whatever their outcome; those without an answer ended when they were given up; exact to three digits`,
      columns: [
        ['Time', ({ name, meaning }) => withDetail(name, meaning)],
        ...PERCENTS.map((percent) => valueColumn(`p${percent}`, percent, percent === QUARTILE)),
        valueColumn('longest', 100),
      ],
      lines: 'all',
      rows: [
        quantity('Response time', 'from the intended start to the answer: what a payer waits', response),
        quantity('Service time', 'from sending to the answer', service),
        quantity('Lag', 'from the intended start to sending', lag),
      ],
    }),
  );
}

// Above this the driver's one core was full for much of the time.
const BUSY_SHARE = 0.85;
// A payer notices no less; below it lag is the clock's grain.
const LATE_MS = 10;

function limitText({ aggregate, driver }: Pick<LoadResult, 'aggregate' | 'driver'>): string {
  const lateMs = aggregate.lag.percentileMs(99);
  const lag = `99 % of the payments were sent within ${durationText(lateMs)} of their intended start.`;
  if (driver === undefined) return lag;
  const share = driver.wallMs === 0 ? 0 : driver.cpuMs / driver.wallMs;
  const cost = `The driver used ${percentText(share)} of a core, ${grouped(driver.peakMemoryBytes / 1e6)} MB and had at most ${grouped(driver.peakInFlight)} in flight.`;
  const blame =
    lateMs < LATE_MS
      ? ''
      : share >= BUSY_SHARE
        ? ' The driver, not the target, was the limit: send from several machines (--export k6 --parallelism 2).'
        : ' Starts were late although the driver was not busy: others used this machine.';
  return `${lag} ${cost}${blame}`;
}
