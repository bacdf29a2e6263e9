import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import { exactScale, timeUnit } from '../charts/axis.ts';
import { columnChart, lineChart, outcomeLegend, OUTCOMES } from '../charts/plot.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { type Block, chart, pageOnly, prose, section } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { html } from '../page/markup.ts';
import type { LoadInterval } from '../../model/load/load-series.ts';
import { type LoadStretch, loadStretches } from '../../model/load/load-stretches.ts';
import type { OperationRecord } from '../../model/run/operation.ts';

// More columns than these cannot be told apart across a page.
const MOST_STEPS = 100;

/** One step of a load, and what is written of it where it is pointed at. */
interface LoadStep extends Omit<LoadStretch, 'sum'> {
  readonly sum: LoadInterval;
  readonly hint: string;
}

/** The offered rate and the achieved one, and below it the time to an answer; `null`: too short to draw. */
export function loadChart(
  load: Pick<LoadResult, 'aggregate' | 'course'>,
  records: Iterable<OperationRecord>,
): Block | null {
  const course = courseOf(load, records);
  if (course === null) return null;
  const { steps, axis, hints, line } = course;
  const rate = (count: number, { fromMs, toMs }: LoadStep): number => (1000 * count) / (toMs - fromMs);
  const response = (percent: number): readonly (number | undefined)[] =>
    steps.map(({ sum }) => (sum.response.count === 0 ? undefined : sum.response.percentileMs(percent)));
  return chart(
    html`Payments per second: <span class="key offered-key">offered</span> and <span class="key rate-key">achieved</span>. Below, the response time: p50, p95, and p99, which is the palest.`,
    lineChart({
      id: 'load-rates',
      title: 'Offered and achieved payments per second, over time',
      description: `${steps.length} steps.`,
      lines: [
        line(
          'offered strong',
          steps.map((step) => rate(step.sum.intended, step)),
        ),
        line(
          'rate',
          steps.map((step) => rate(step.sum.succeeded, step)),
        ),
      ],
      hints,
      ...axis,
      xTitle: '',
    }),
    lineChart({
      id: 'load-answers',
      title: 'Response time, over time',
      description: 'Median, 95th and 99th percentile of the payments due in each step.',
      textOf: durationText,
      lines: [
        line('rate faintest', response(99)),
        line('rate faint', response(95)),
        line('rate', response(50)),
      ],
      hints,
      ...axis,
      moments: [],
    }),
  );
}

/** Outcomes, depleted channel ends and payments in flight against time: what bends first. */
export function loadOverTime({ run: { load, records } }: Figures): Block | null {
  const course = load === undefined ? null : courseOf(load, records);
  if (load === undefined || course === null) return null;
  const { watch } = load;
  const { steps, stepMs, axis, hints, line } = course;
  const depleted = steps.map((step) => step.watched?.drainedEnds);
  // Old news of a node that does not answer would look like a level.
  const pending = steps.map((step) => (step.watched?.unread === 0 ? step.watched.pending : undefined));
  const inFlight = steps.map((step) => step.inFlight);
  const top = (values: readonly (number | undefined)[]): number =>
    // An axis of one end would make a mountain of it.
    values.reduce<number>((most, value) => Math.max(most, value ?? 0), 4);
  const frame = {
    id: 'load-time',
    title: 'Under load, over time',
    listed: 'Over time',
    hint: `Steps of ${durationText(stepMs)}. Success that falls while channel ends are depleted and latency stays is a network that runs dry. Latency and what is in flight rising together is a target that cannot keep up.`,
  };
  return section(
    frame,
    load.course === undefined ? null : prose(load.course.sentence, 'lead'),
    pageOnly(() => [
      chart(
        `Payments that ended, per ${durationText(stepMs)}`,
        columnChart({
          id: 'load-throughput',
          title: 'Payments that ended, by outcome, over time',
          description: `${steps.length} columns of ${durationText(stepMs)} each.`,
          columns: steps.map((step) => ({ parts: partsOf(step), hint: step.hint })),
          ...axis,
        }),
        outcomeLegend(watch === undefined ? OUTCOMES : [...OUTCOMES, 'short']),
      ),
      watch === undefined || watch.ends === 0
        ? null
        : chart(
            `Depleted channel ends, of ${grouped(watch.ends)} that were read while the load ran`,
            lineChart({
              id: 'load-drained',
              title: 'Depleted channel ends, over time',
              description:
                'Ends that hold less than 5 % of their channel and held more before, as last read.',
              top: top(depleted),
              lines: [line('dry-line', depleted)],
              hints,
              ...axis,
            }),
          ),
      chart(
        `In flight at the end of each step${watch === undefined ? '' : '; dashed: payments that hold locks at the nodes that were read'}`,
        lineChart({
          id: 'load-in-flight',
          title: 'Payments in flight, over time',
          description: 'Sent and not ended yet.',
          top: top([...inFlight, ...pending]),
          lines: [line('rate', inFlight), line('rate faint dashed', pending)],
          hints,
          ...axis,
        }),
      ),
    ]),
  );
}

function courseOf(
  {
    aggregate,
    watch,
    course,
  }: Pick<LoadResult, 'aggregate' | 'course'> & { readonly watch?: LoadWatch | undefined },
  records: Iterable<OperationRecord>,
) {
  const series = aggregate.series.resolvedBy(records);
  const size = Math.max(1, Math.ceil(series.intervals.length / MOST_STEPS));
  const stretches = loadStretches(series, { size }, watch);
  if (stretches.length < 2) return null;
  const endMs = stretches.at(-1)?.toMs ?? 0;
  const unit = timeUnit(endMs);
  const steps = stretches.map((stretch): LoadStep => {
    const span = `${readable(stretch.fromMs / unit.ms)} to ${readable(stretch.toMs / unit.ms)} ${unit.name}`;
    return { ...stretch, hint: `${span}: ${hintOf(stretch)}` };
  });
  const fellAtMs = course?.fellAtMs;
  const axis = {
    heightPx: 110,
    xTicks: exactScale(endMs / unit.ms, { parts: 6 }).ticks,
    xTitle: `since the start (${unit.name})`,
    moments: fellAtMs === undefined ? [] : [{ share: Math.min(1, fellAtMs / endMs), text: 'success falls' }],
  };
  const line = (className: string, values: readonly (number | undefined)[]) => ({
    className,
    points: values.map((value, at) =>
      value === undefined ? undefined : { share: (at + 0.5) / values.length, value },
    ),
  });
  return { steps, stepMs: endMs / steps.length, axis, hints: steps.map(({ hint }) => hint), line };
}

// Failures for want of money are shown apart; those of unknown cause count with the rest.
function partsOf({ sum: { succeeded, failed, indeterminate }, watched }: LoadStep) {
  const short = Math.min(failed, watched?.shortOfMoney ?? 0);
  return [
    { className: 'succeeded', value: succeeded },
    { className: 'indeterminate', value: indeterminate },
    { className: 'short', value: short },
    { className: 'failed', value: failed - short },
  ];
}

function hintOf({ sum, watched, inFlight }: LoadStretch): string {
  const { intended, succeeded, failed, indeterminate, dropped, response } = sum;
  const ended = succeeded + failed + indeterminate;
  const [p50, p99] = [50, 99].map((percent) => durationText(response.percentileMs(percent)));
  return [
    `${counted(intended, 'payment')} due, ${grouped(ended)} ended`,
    ...(ended === 0 ? [] : [`${percentText(succeeded / ended)} succeeded`]),
    ...(response.count === 0 ? [] : [`response time p50 ${p50}, p99 ${p99}`]),
    ...(watched === undefined ? [] : [counted(watched.drainedEnds, 'depleted end')]),
    `${grouped(inFlight)} in flight`,
    ...(dropped > 0 ? [`${grouped(dropped)} dropped`] : []),
  ].join(', ');
}
