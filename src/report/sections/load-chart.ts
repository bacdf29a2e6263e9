import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { roundTicks, timeUnit } from '../charts/axis.ts';
import { lineChart } from '../charts/plot.ts';
import { type Block, chart } from '../blocks/block.ts';
import { html } from '../page/markup.ts';
import { durationText, readable } from '../words/number-format.ts';
import { type LoadStep, loadSteps } from './load-over-time.ts';

// A first screen has room for two charts of these.
const HEIGHT_PX = 90;
const MOST_STEPS = 90;

/** The rate that was asked for and the one that came through, and below it how long answers took; `null`: too short. */
export function loadChart(
  {
    aggregate,
    watch,
    course,
  }: Pick<LoadResult, 'aggregate'> & {
    readonly watch?: LoadWatch | undefined;
    readonly course?: LoadResult['course'];
  },
  records: Iterable<OperationRecord>,
): Block | null {
  const steps = loadSteps(aggregate.series.resolvedBy(records), MOST_STEPS, watch);
  if (steps.length < 2) return null;
  const endMs = steps.at(-1)?.toMs ?? 0;
  const unit = timeUnit(endMs);
  const rate = (count: number, { fromMs, toMs }: LoadStep): number => (1000 * count) / (toMs - fromMs);
  const fellAtMs = course?.fellAtMs;
  const axis = {
    heightPx: HEIGHT_PX,
    xTicks: roundTicks(endMs / unit.ms, 6),
    moments: fellAtMs === undefined ? [] : [{ share: Math.min(1, fellAtMs / endMs), text: 'success falls' }],
  };
  const offered = steps.map((step) => rate(step.intended, step));
  const achieved = steps.map((step) => rate(step.succeeded, step));
  const spans = steps.map(
    ({ fromMs, toMs }) => `${readable(fromMs / unit.ms)} to ${readable(toMs / unit.ms)} ${unit.name}`,
  );
  return chart(
    html`Payments per second: <span class="key offered-key">asked for</span> and <span class="key rate-key">succeeded</span>. Below, the time to an answer: half, 95 % and 99 % within it, the palest is 99 %.`,
    lineChart({
      id: 'load-rates',
      title: 'Payments per second that were asked for and that succeeded, over time',
      description: `${steps.length} steps of ${durationText(endMs / steps.length)} each.`,
      lines: [
        { className: 'offered strong', values: offered },
        { className: 'rate', values: achieved },
      ],
      hints: spans.map(
        (span, at) =>
          `${span}: ${readable(offered[at], 1)}/s asked for, ${readable(achieved[at], 1)}/s succeeded`,
      ),
      ...axis,
    }),
    lineChart({
      id: 'load-answers',
      title: 'Time from the intended start to the answer, over time',
      description: 'Median, 95th and 99th percentile of the payments due in each step.',
      textOf: durationText,
      xTitle: `since the start (${unit.name})`,
      lines: [
        { className: 'rate faintest', values: steps.map(({ response }) => response?.p99) },
        { className: 'rate faint', values: steps.map(({ response }) => response?.p95) },
        { className: 'rate', values: steps.map(({ response }) => response?.p50) },
      ],
      hints: steps.map(({ response }, at) =>
        response === undefined
          ? `${spans[at]}: nothing was due`
          : `${spans[at]}: half within ${durationText(response.p50)}, 95 % within ${durationText(response.p95)}, 99 % within ${durationText(response.p99)}`,
      ),
      ...axis,
      moments: [],
    }),
  );
}
