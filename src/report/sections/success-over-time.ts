import {
  type Column,
  columnChart,
  outcomeLegend,
  OUTCOMES,
  percent,
  pixels,
  plot,
  segments,
} from '../charts/plot.ts';
import { roundStep, roundTicks, type Tick, type TimeUnit, timeUnit } from '../charts/axis.ts';
import { counted, grouped, percentText, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportedPayment } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import { type Block, chart, emptySection, pageOnly, section } from '../blocks/block.ts';

interface Bucket extends Readonly<Record<ReportedPayment['result'], number>> {
  readonly hint: string;
}

// Each bucket should hold a few payments, or its rate says nothing; more than 40 cannot be told apart.
const MAX_BUCKETS = 40;
const PAYMENTS_PER_BUCKET = 5;
const MIN_PAYMENTS = 5;
const RATE_HEIGHT_PX = 120;
const COUNT_HEIGHT_PX = 140;

/** How many payments succeeded and failed, by when they started. */
export function successOverTime(figures: Figures): Block | null {
  return figures.run.load === undefined ? pageOnly(() => overTime(figures)) : null;
}

function overTime({ payments }: Figures): Block {
  const frame = { id: 'time', title: 'Success over time', listed: 'Over time' };
  if (payments.length === 0) return emptySection(frame, 'The scenario makes no payments.');
  const last = payments.reduce((latest, { record }) => Math.max(latest, record.startedAtMs), 0);
  if (payments.length < MIN_PAYMENTS || last === 0)
    return emptySection(
      frame,
      `Too little to draw: ${counted(payments.length, 'payment')}, of which ${grouped(payments.filter(({ result }) => result === 'succeeded').length)} succeeded.`,
    );
  const unit = timeUnit(last);
  const step = roundStep(
    last / unit.ms,
    Math.min(MAX_BUCKETS, Math.max(5, payments.length / PAYMENTS_PER_BUCKET)),
  );
  const buckets = bucketsOf(payments, step, unit);
  const xTicks = roundTicks(buckets.length * step, 5);
  const xTitle = `start of the payment (${unit.name})`;
  return section(
    {
      ...frame,
      hint: `Payments by when they started, in steps of ${readable(step)} ${unit.name}. A line that falls shows a network that wears out.`,
    },
    chart('Share that succeeded', rateChart(buckets, xTicks)),
    chart(
      'How many there were',
      columnChart({
        id: 'time-counts',
        title: 'Payments over time, by how they ended',
        description: `${buckets.length} columns of ${readable(step)} ${unit.name} each.`,
        heightPx: COUNT_HEIGHT_PX,
        columns: buckets.map(columnOf),
        xTicks,
        xTitle,
      }),
      outcomeLegend(OUTCOMES.filter((kind) => buckets.some((bucket) => bucket[kind] > 0))),
    ),
  );
}

function bucketsOf(payments: readonly ReportedPayment[], step: number, unit: TimeUnit): readonly Bucket[] {
  const counts: Record<ReportedPayment['result'], number>[] = [];
  for (const { record, result } of payments) {
    const index = Math.floor(record.startedAtMs / unit.ms / step + 1e-9);
    while (counts.length <= index) counts.push({ succeeded: 0, failed: 0, indeterminate: 0 });
    const bucket = counts[index];
    if (bucket) bucket[result] += 1;
  }
  return counts.map((bucket, index) => {
    const { succeeded, failed, indeterminate } = bucket;
    const all = succeeded + failed + indeterminate;
    const span = `${readable(index * step)} to ${readable((index + 1) * step)} ${unit.name}`;
    const rate =
      all === 0
        ? 'no payments'
        : `${grouped(succeeded)} of ${grouped(all)} succeeded (${percentText(succeeded / all)})`;
    return { ...bucket, hint: `${span}: ${rate}` };
  });
}

function rateChart(buckets: readonly Bucket[], xTicks: readonly Tick[]): Markup {
  const points = buckets.flatMap(({ succeeded, failed, indeterminate, hint }, index) => {
    const all = succeeded + failed + indeterminate;
    if (all === 0) return [];
    return [{ x: (index + 0.5) / buckets.length, y: pixels(RATE_HEIGHT_PX * (1 - succeeded / all)), hint }];
  });
  return plot({
    id: 'time-rate',
    title: 'Share of payments that succeeded, over time',
    description: points.map(({ hint }) => hint).join('; '),
    heightPx: RATE_HEIGHT_PX,
    yTicks: [0, 0.5, 1].map((share) => ({ share, text: `${share * 100} %` })),
    xTicks,
    marks: [
      segments(
        'rate',
        points.map(({ x, y }) => [percent(x), y]),
      ),
      ...points.map(
        ({ x, y, hint }) =>
          html`<circle class="rate-dot mark" cx="${percent(x)}" cy="${y}" r="3.5"><title>${hint}</title></circle>`,
      ),
    ],
  });
}

function columnOf({ hint, ...counts }: Bucket): Column {
  const outcomes = ['succeeded', 'indeterminate', 'failed'] as const;
  return {
    parts: outcomes.map((className) => ({ className, value: counts[className] })),
    hint,
  };
}
