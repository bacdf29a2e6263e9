import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import { exactScale, timeUnit } from '../charts/axis.ts';
import { columnChart, type LineChart, lineChart, outcomeLegend, OUTCOMES } from '../charts/plot.ts';
import { counted, durationText, given, grouped, percentText, readable } from '../words/number-format.ts';
import { type Block, chart, pageOnly, prose, section } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { html, type Markup } from '../page/markup.ts';
import { type LoadStretch, loadStretches } from '../../model/load/load-series.ts';
import type { OperationRecord } from '../../model/run/operation.ts';

// More columns than these cannot be told apart across a page.
const MOST_STEPS = 100;

type LoadStep = LoadStretch & { readonly hint: string };

/** The offered rate and the achieved one, and below it the time to an answer; `null`: too short to draw. */
export function loadChart(
  load: Pick<LoadResult, 'aggregate' | 'course'>,
  records: Iterable<OperationRecord>,
): Block | null {
  const course = courseOf(load, records);
  if (course === null) return null;
  const rate = (of: 'intended' | 'succeeded') => (step: LoadStep) =>
    (1000 * step.sum[of]) / (step.toMs - step.fromMs);
  const response =
    (percent: number) =>
    ({ sum }: LoadStep) =>
      sum.response.count === 0 ? undefined : sum.response.percentileMs(percent);
  return chart(
    html`Payments per second: <span class="key offered-key">offered</span> and <span class="key rate-key">achieved</span>. Below, response times of all payments: p50 (dark), p95 and p99 (pale).`,
    course.lines({
      id: 'load-rates',
      title: 'Offered and achieved payments per second, over time',
      description: `${course.steps.length} steps.`,
      values: { 'offered strong': rate('intended'), rate: rate('succeeded') },
      xTitle: '',
    }),
    course.lines({
      id: 'load-answers',
      title: 'Response time, over time',
      description: 'Median, 95th and 99th percentile of the payments due in each step.',
      textOf: durationText,
      values: { 'rate faintest': response(99), 'rate faint': response(95), rate: response(50) },
      moments: [],
    }),
  );
}

/** Outcomes, depleted channel ends and payments in flight against time: what bends first. */
export function loadOverTime({ run: { load, records } }: Figures): Block | null {
  const course = load === undefined ? null : courseOf(load, records);
  if (load === undefined || course === null) return null;
  const { watch } = load;
  const { steps, stepMs, axis } = course;
  const frame = {
    id: 'load-time',
    title: 'Load over time',
    listed: 'Over time',
    hint: `Steps of ${durationText(stepMs)}. Success that falls while channel ends are depleted and latency stays means too little money. Latency that rises with payments in flight means that the target is overloaded.`,
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
            course.lines({
              id: 'load-drained',
              title: 'Depleted channel ends, over time',
              description:
                'Ends that hold less than 5 % of their channel and held more before, as last read.',
              least: FEW,
              values: { 'dry-line': ({ watched }) => watched?.depletedEnds },
            }),
          ),
      chart(
        `In flight at the end of each step${watch === undefined ? '' : '; dashed: payments that hold locks at the nodes that were read'}`,
        course.lines({
          id: 'load-in-flight',
          title: 'Payments in flight, over time',
          description: 'Sent and not ended yet.',
          least: FEW,
          values: {
            rate: ({ inFlight }) => inFlight,
            // Old news of a node that does not answer would look like a level.
            'rate faint dashed': ({ watched }) => (watched?.unread === 0 ? watched.pending : undefined),
          },
        }),
      ),
    ]),
  );
}

// An axis of one end would make a mountain of it.
const FEW = 4;

/** Lines over the steps of a load: the value of each step by the class of its line. */
interface StepLines
  extends Pick<LineChart, 'id' | 'title' | 'description'>,
    Partial<Pick<LineChart, 'textOf' | 'moments' | 'xTitle'>> {
  readonly values: Readonly<Record<string, (step: LoadStep) => number | undefined>>;
  /** The axis reaches at least so far. */
  readonly least?: number;
}

function courseOf(
  load: Pick<LoadResult, 'aggregate' | 'course'> & { readonly watch?: LoadWatch | undefined },
  records: Iterable<OperationRecord>,
) {
  const { aggregate, watch, course } = load;
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
  const lines = ({ values, least = 0, ...frame }: StepLines): Markup => {
    const drawn = Object.entries(values).map(([className, of]) => ({ className, values: steps.map(of) }));
    return lineChart({
      ...axis,
      ...frame,
      hints: steps.map(({ hint }) => hint),
      top: Math.max(least, ...drawn.flatMap((line) => line.values.map((value) => value ?? 0))),
      lines: drawn.map((line) => ({
        className: line.className,
        points: line.values.map((value, at) =>
          value === undefined ? undefined : { share: (at + 0.5) / steps.length, value },
        ),
      })),
    });
  };
  return { steps, stepMs: endMs / steps.length, axis, lines };
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
  return given([
    `${counted(intended, 'payment')} due, ${grouped(ended)} ended`,
    ended > 0 && `${percentText(succeeded / ended)} succeeded`,
    response.count > 0 && `response time p50 ${p50}, p99 ${p99}`,
    watched && counted(watched.depletedEnds, 'depleted end'),
    `${grouped(inFlight)} in flight`,
    dropped > 0 && `${grouped(dropped)} dropped`,
  ]).join(', ');
}
