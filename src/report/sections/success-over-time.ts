import {
  type Column,
  columnChart,
  outcomeLegend,
  OUTCOMES,
  percent,
  pixels,
  type Plot,
  plot,
  segments,
} from '../charts/plot.ts';
import { roundStep, roundTicks, type TimeUnit, timeUnit } from '../charts/axis.ts';
import { counted, grouped, percentText, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { PaymentTally } from '../figures/payment-tally.ts';
import type { ReportedPayment } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import { type Block, chart, emptySection, pageOnly, section } from '../blocks/block.ts';
import { momentsOf, numberedMoments } from './moments.ts';

interface Bucket extends Readonly<Record<ReportedPayment['result'], number>> {
  readonly hint: string;
}

// Each bucket should hold a few payments, or its rate says nothing; more than 40 cannot be told apart.
const MAX_BUCKETS = 40;
const PAYMENTS_PER_BUCKET = 10;
const MIN_PAYMENTS = 5;
const RATE_HEIGHT_PX = 120;
const COUNT_HEIGHT_PX = 140;

/** How many payments succeeded and failed, by when they started. */
export function successOverTime(figures: Figures): Block | null {
  return figures.run.load === undefined ? pageOnly(() => overTime(figures)) : null;
}

function overTime(figures: Figures): Block {
  const frame = { id: 'time', title: 'Payments over time', listed: 'Over time' };
  const { payments } = figures.tally;
  if (payments.count === 0) return emptySection(frame, 'The scenario makes no payments.');
  const course = courseOf(figures);
  if (course === undefined)
    return emptySection(
      frame,
      `Too little to draw: ${counted(payments.count, 'payment')}, of which ${grouped(payments.counts.succeeded)} succeeded.`,
    );
  const { buckets, step, unit, axis } = course;
  return section(
    {
      ...frame,
      hint: `How many there were, by when they started, in steps of ${readable(step)} ${unit.name}.`,
    },
    chart(
      null,
      columnChart({
        id: 'time-counts',
        title: 'Payments over time, by how they ended',
        description: `${buckets.length} columns of ${readable(step)} ${unit.name} each.`,
        heightPx: COUNT_HEIGHT_PX,
        columns: buckets.map(columnOf),
        ...axis,
      }),
      outcomeLegend(OUTCOMES.filter((kind) => buckets.some((bucket) => bucket[kind] > 0))),
    ),
  );
}

/** The share of payments that succeeded against time, with what happened meanwhile; `null`: too few to draw. */
export function successChart(figures: Figures): Block | null {
  const course = courseOf(figures);
  if (course === undefined) return null;
  const { buckets, axis, endMs } = course;
  const { moments, legend } = numberedMoments(momentsOf(figures), endMs);
  return chart(
    'Share of payments that succeeded, by when they started',
    rateChart(buckets, { ...axis, moments }),
    legend,
  );
}

/** Payments in steps of equal length; undefined: too few to draw. */
function courseOf({ tally: { payments } }: Figures) {
  let last = 0;
  payments.forEachStart((startedAtMs) => {
    last = Math.max(last, startedAtMs);
  });
  if (payments.count < MIN_PAYMENTS || last === 0) return undefined;
  const unit = timeUnit(last);
  const step = roundStep(
    last / unit.ms,
    Math.min(MAX_BUCKETS, Math.max(5, payments.count / PAYMENTS_PER_BUCKET)),
  );
  const buckets = bucketsOf(payments, step, unit);
  const axis = {
    xTicks: roundTicks(buckets.length * step, 5),
    xTitle: `start of the payment (${unit.name})`,
  };
  return { buckets, step, unit, axis, endMs: buckets.length * step * unit.ms };
}

function bucketsOf(payments: PaymentTally, step: number, unit: TimeUnit): readonly Bucket[] {
  const counts: Record<ReportedPayment['result'], number>[] = [];
  payments.forEachStart((startedAtMs, result) => {
    const index = Math.floor(startedAtMs / unit.ms / step + 1e-9);
    while (counts.length <= index) counts.push({ succeeded: 0, failed: 0, indeterminate: 0 });
    const bucket = counts[index];
    if (bucket) bucket[result] += 1;
  });
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

function rateChart(
  buckets: readonly Bucket[],
  axis: Pick<Plot, 'xTicks' | 'moments'> & { readonly xTitle: string },
): Markup {
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
    ...axis,
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
