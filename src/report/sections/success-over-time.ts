import { type MarkedMoment, OUTCOMES, columnChart, outcomeLegend } from '../charts/plot.ts';
import { roundStep, exactScale, timeUnit } from '../charts/axis.ts';
import { durationText, grouped, percentText, readable } from '../words/number-format.ts';
import type { ReportedPayment } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import { type Block, chart } from '../blocks/block.ts';
import { describeChange } from '../../model/run/describe-operation.ts';
import { type Markup, html } from '../page/markup.ts';

// Each column should hold a few payments, or it says nothing of a share; more than 40 cannot be told apart.
const MAX_COLUMNS = 40;
const PAYMENTS_PER_COLUMN = 10;
const MIN_PAYMENTS = 5;

/** How many payments succeeded and failed, by when they started, with what happened meanwhile; `null`: too few to draw. */
export function paymentsChart(figures: Figures): Block | null {
  const { payments } = figures.tally;
  let last = 0;
  payments.forEachStart((startedAtMs) => {
    last = Math.max(last, startedAtMs);
  });
  if (payments.count < MIN_PAYMENTS || last === 0) return null;
  const unit = timeUnit(last);
  const most = Math.min(MAX_COLUMNS, Math.max(5, payments.count / PAYMENTS_PER_COLUMN));
  const step = roundStep(last / unit.ms, most);
  const counts: Record<ReportedPayment['result'], number>[] = [];
  payments.forEachStart((startedAtMs, result) => {
    const at = Math.floor(startedAtMs / unit.ms / step + 1e-9);
    while (counts.length <= at) counts.push({ succeeded: 0, failed: 0, indeterminate: 0 });
    const column = counts[at];
    if (column) column[result] += 1;
  });
  const { moments, legend } = numberedMoments(momentsOf(figures), counts.length * step * unit.ms);
  const columns = counts.map((column, at) => {
    const { succeeded, failed, indeterminate } = column;
    const all = succeeded + failed + indeterminate;
    const span = `${readable(at * step)} to ${readable((at + 1) * step)} ${unit.name}`;
    const share = all === 0 ? '' : ` (${percentText(succeeded / all)})`;
    return {
      parts: (['succeeded', 'indeterminate', 'failed'] as const).map((className) => ({
        className,
        value: column[className],
      })),
      hint: `${span}: ${grouped(succeeded)} of ${grouped(all)} payments succeeded${share}`,
    };
  });
  return chart(
    `Payments by when they started, per ${readable(step)} ${unit.name}`,
    columnChart({
      id: 'time-counts',
      title: 'Payments over time, by how they ended',
      description: columns.map(({ hint }) => hint).join('; '),
      heightPx: 120,
      columns,
      moments,
      xTicks: exactScale(counts.length * step, { parts: 5 }).ticks,
      xTitle: `start of the payment (${unit.name})`,
    }),
    outcomeLegend(OUTCOMES.filter((kind) => counts.some((column) => column[kind] > 0))),
    legend,
  );
}

/** Something that happened in a run, to be marked on its charts. */
interface RunMoment {
  readonly atMs: number;
  readonly text: string;
}

// More marks than these hide the curve.
const MOST_EVENTS = 8;
const MOST_DEPLETED = 3;

/** The changes that steps made while payments ran, and the first channel ends that were depleted, in their order. */
export function momentsOf({ changes, depletedEnds = [], inTokens }: Figures): readonly RunMoment[] {
  const steps = changes
    .filter(({ outcome }) => outcome.kind === 'succeeded')
    .slice(0, MOST_EVENTS)
    .map((record) => ({ atMs: record.endedAtMs, text: describeChange(record, inTokens) }));
  const depleted = depletedEnds
    .slice(0, MOST_DEPLETED)
    .map(({ atMs, owner, partner }) => ({ atMs, text: `${owner} is depleted towards ${partner}` }));
  return [...steps, ...depleted].sort((one, other) => one.atMs - other.atMs);
}

// Numbers closer than this share of a chart would stand on each other on a narrow page.
const LEAST_APART = 0.06;

// Moments as numbers on a chart that ends at `endMs`, with the meaning of each number below it.
function numberedMoments(
  moments: readonly RunMoment[],
  endMs: number,
): { readonly moments: readonly MarkedMoment[]; readonly legend: Markup | null } {
  const within = moments.filter(({ atMs }) => atMs <= endMs);
  const marked: { share: number; first: number; last: number }[] = [];
  within.forEach(({ atMs }, at) => {
    const share = atMs / endMs;
    const mark = marked.at(-1);
    if (mark !== undefined && share - mark.share < LEAST_APART) mark.last = at + 1;
    else marked.push({ share, first: at + 1, last: at + 1 });
  });
  const items = within.map(
    ({ atMs, text }) => html`<li>${text} <span class="muted">after ${durationText(atMs)}</span></li>`,
  );
  return {
    moments: marked.map(({ share, first, last }) => {
      return { share, text: first === last ? grouped(first) : `${grouped(first)}–${grouped(last)}` };
    }),
    legend: within.length === 0 ? null : html`<ol class="moments">${items}</ol>`,
  };
}
