import { columnChart, outcomeLegend, OUTCOMES } from '../charts/plot.ts';
import { roundStep, roundTicks, timeUnit } from '../charts/axis.ts';
import { grouped, percentText, readable } from '../words/number-format.ts';
import type { ReportedPayment } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import { type Block, chart } from '../blocks/block.ts';
import { momentsOf, numberedMoments } from './moments.ts';

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
      xTicks: roundTicks(counts.length * step, 5),
      xTitle: `start of the payment (${unit.name})`,
    }),
    outcomeLegend(OUTCOMES.filter((kind) => counts.some((column) => column[kind] > 0))),
    legend,
  );
}
