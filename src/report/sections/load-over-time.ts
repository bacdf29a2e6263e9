import type { LoadWatch } from '../../model/load/load-watch.ts';
import { roundTicks, type TimeUnit, timeUnit } from '../charts/axis.ts';
import { type Column, columnChart, type Line, lineChart, outcomeLegend, OUTCOMES } from '../charts/plot.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { type Block, chart, emptySection, prose, section } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import type { LoadInterval, LoadSeries } from '../../model/load/load-series.ts';
import { type LoadStretch, loadStretches } from '../../model/load/load-stretches.ts';
import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';

// More columns than this cannot be told apart across a page.
const MOST_STEPS = 120;
const HEIGHT_PX = 130;

/** Throughput, success, what is in flight and latency against time: where it bends, and what bends first. */
export function loadOverTime({ run: { load, records } }: Figures): Block | null {
  if (load === undefined) return null;
  const { aggregate, watch, course } = load;
  const frame = { id: 'load-time', title: 'Under load, over time', listed: 'Over time' };
  const steps = loadSteps(aggregate.series.resolvedBy(records), MOST_STEPS, watch);
  if (steps.length < 2) return emptySection(frame, 'Too short to draw: less than two seconds.');
  const endMs = steps.at(-1)?.toMs ?? 0;
  const stepMs = endMs / steps.length;
  const unit = timeUnit(endMs);
  const hints = steps.map((step) => hintOf(step, unit));
  const fellAtMs = course?.fellAtMs;
  const axis = {
    heightPx: HEIGHT_PX,
    xTicks: roundTicks(endMs / unit.ms, 6),
    xTitle: `since the start (${unit.name})`,
    // The moment that the sentence names, on every chart.
    moments: fellAtMs === undefined ? [] : [{ share: Math.min(1, fellAtMs / endMs), text: 'success falls' }],
  };
  const timed = { ...axis, hints };
  const line = (className: string, valueOf: (step: LoadStep) => number | undefined): Line => ({
    className,
    values: steps.map(valueOf),
  });
  return section(
    {
      ...frame,
      hint: `Steps of ${durationText(stepMs)}. Success that falls while channel ends drain and latency stays is a network that runs dry. Latency and what is in flight rising together is a target that cannot keep up.`,
    },
    course === undefined ? null : prose(course.sentence, 'lead'),
    chart(
      `Payments that ended, per ${durationText(stepMs)}`,
      columnChart({
        id: 'load-throughput',
        title: 'Payments that ended, by outcome, over time',
        description: `${steps.length} columns of ${durationText(stepMs)} each.`,
        columns: steps.map((step, index) => ({ parts: partsOf(step), hint: hints[index] ?? '' })),
        ...axis,
      }),
      outcomeLegend(watch === undefined ? OUTCOMES : [...OUTCOMES, 'short']),
    ),
    chart(
      'Share that succeeded, in percent',
      lineChart({
        id: 'load-success',
        title: 'Share of payments that succeeded, over time',
        description: 'One point per step, in percent of those that ended in it.',
        top: 100,
        lines: [line('rate', shareOf)],
        ...timed,
      }),
    ),
    watch === undefined || watch.ends === 0 ? null : drainedFigure(steps, watch, timed),
    chart(
      'Latency of 99 in 100 and of half: full lines count from the intended start (response time), dashed ones from sending (service time)',
      lineChart({
        id: 'load-latency',
        title: 'Latency over time',
        description: '99th percentile and median of response and service time, by intended start.',
        lines: [
          line('rate', ({ response }) => response?.p99),
          line('rate dashed', ({ service }) => service?.p99),
          line('rate faint', ({ response }) => response?.p50),
          line('rate faint dashed', ({ service }) => service?.p50),
        ],
        textOf: durationText,
        ...timed,
      }),
    ),
    chart(
      watch === undefined
        ? 'In flight at the end of each step'
        : 'In flight at the end of each step: the full line as sent and not answered; the dashed one payments that hold locks at the nodes that were read',
      lineChart({
        id: 'load-in-flight',
        title: 'Payments in flight, over time',
        description: 'Sent and not ended yet.',
        // Halves of a payment are no steps of an axis.
        top: Math.max(4, ...steps.map(({ inFlight, watched }) => Math.max(inFlight, watched?.pending ?? 0))),
        lines: [
          line('rate', ({ inFlight }) => inFlight),
          // Old news of a node that does not answer would look like a level.
          line('rate faint dashed', ({ watched }) => (watched?.unread === 0 ? watched.pending : undefined)),
        ],
        ...timed,
      }),
    ),
  );
}

// Failures for want of money are shown apart; those of unknown cause count with the rest.
function partsOf({ succeeded, failed, indeterminate, watched }: LoadStep): Column['parts'] {
  const short = Math.min(failed, watched?.shortOfMoney ?? 0);
  return [
    { className: 'succeeded', value: succeeded },
    { className: 'indeterminate', value: indeterminate },
    { className: 'short', value: short },
    { className: 'failed', value: failed - short },
  ];
}

function drainedFigure(
  steps: readonly LoadStep[],
  { ends, endsInAll, nodes }: LoadWatch,
  timed: Pick<Parameters<typeof lineChart>[0], 'hints' | 'heightPx' | 'xTicks'>,
): Block {
  const part = ends === endsInAll ? `all ${grouped(ends)}` : `${grouped(ends)} of ${grouped(endsInAll)}`;
  return chart(
    `Drained channel ends, of ${part}, as ${counted(nodes.length, 'node')} showed them while the load ran`,
    lineChart({
      id: 'load-drained',
      title: 'Drained channel ends, over time',
      description: 'Ends that hold less than 5 % of their channel and held more before, as last read.',
      // An axis of one end would make a mountain of it.
      top: Math.max(4, ...steps.map(({ watched }) => watched?.drainedEnds ?? 0)),
      lines: [{ className: 'dry-line', values: steps.map(({ watched }) => watched?.drainedEnds) }],
      ...timed,
    }),
  );
}

function shareOf({ succeeded, failed, indeterminate }: LoadStep): number | undefined {
  const ended = succeeded + failed + indeterminate;
  return ended === 0 ? undefined : (100 * succeeded) / ended;
}

function hintOf(step: LoadStep, unit: TimeUnit): string {
  const share = shareOf(step);
  const ended = step.succeeded + step.failed + step.indeterminate;
  return [
    `${readable(step.fromMs / unit.ms)} to ${readable(step.toMs / unit.ms)} ${unit.name}: ${counted(ended, 'payment')} ended`,
    ...(share === undefined ? [] : [`${percentText(share / 100)} succeeded`]),
    ...(step.response === undefined
      ? []
      : [
          `response p99 ${durationText(step.response.p99)}, service p99 ${durationText(step.service?.p99 ?? 0)}`,
        ]),
    ...(step.watched === undefined ? [] : [counted(step.watched.drainedEnds, 'drained end')]),
    `${grouped(step.inFlight)} in flight`,
    ...(step.dropped > 0 ? [`${grouped(step.dropped)} dropped`] : []),
  ].join(', ');
}

/** One step of a load against time. */
export interface LoadStep
  extends Omit<LoadStretch, 'sum'>,
    Pick<LoadInterval, 'intended' | 'succeeded' | 'failed' | 'indeterminate' | 'dropped'> {
  /** Of the payments due in it; absent: none was. */
  readonly service?: Tails;
  readonly response?: Tails;
}

type Tails = Readonly<Record<'p50' | 'p95' | 'p99', number>>;

/** A load's series in at most so many steps of equal length. */
export function loadSteps(series: LoadSeries, most: number, watch?: LoadWatch): readonly LoadStep[] {
  const size = Math.max(1, Math.ceil(series.intervals.length / most));
  return loadStretches(series, { size }, watch).map(({ sum, ...stretch }) => {
    const { intended, succeeded, failed, indeterminate, dropped, service, response } = sum;
    return {
      ...stretch,
      intended,
      succeeded,
      failed,
      indeterminate,
      dropped,
      ...(service.count === 0 ? {} : { service: percentiles(service), response: percentiles(response) }),
    };
  });
}

function percentiles(histogram: LatencyHistogram): Tails {
  return {
    p50: histogram.percentileMs(50),
    p95: histogram.percentileMs(95),
    p99: histogram.percentileMs(99),
  };
}
