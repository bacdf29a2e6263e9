import type { LoadResult } from '../../model/load-result.ts';
import { roundStep, type Tick, timeUnit } from '../charts/axis.ts';
import { columnChart } from '../charts/column-chart.ts';
import { lineChart } from '../charts/line-chart.ts';
import { type LoadStep, loadSteps } from '../load-steps.ts';
import { counted, durationText, grouped, percentText, readable } from '../number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, nothingToShow } from './card.ts';

// More than this nobody tells apart across a page.
const MOST_STEPS = 120;
const HEIGHT_PX = 130;

/** Throughput, success, what is in flight and latency against time: where it bends, and what bends first. */
export function loadOverTime({ aggregate }: LoadResult): Markup {
  const frame = { id: 'load-time', title: 'Under load, over time' };
  const steps = loadSteps(aggregate.series, MOST_STEPS);
  if (steps.length < 2) return card(frame, nothingToShow('Too short to draw: less than two seconds.'));
  const endMs = steps.at(-1)?.toMs ?? 0;
  const stepMs = endMs / steps.length;
  const unit = timeUnit(endMs);
  const labelled = roundStep(endMs / unit.ms, 6);
  const xTicks: Tick[] = [];
  for (let at = 0; at * unit.ms <= endMs; at += labelled)
    xTicks.push({ share: (at * unit.ms) / endMs, text: readable(at) });
  const hints = steps.map((step) => hintOf(step, unit));
  const axis = { heightPx: HEIGHT_PX, xTicks, xTitle: `since the start (${unit.name})` };
  return card(
    {
      ...frame,
      hint: `Steps of ${durationText(stepMs)}. Success that falls while latency stays is a network that runs dry: see the drained channels. Latency and what is in flight rising together is a target that cannot keep up.`,
    },
    html`<figure><figcaption>Payments that ended, per ${durationText(stepMs)}</figcaption>${columnChart({
      id: 'load-throughput',
      title: 'Payments that ended, by outcome, over time',
      description: `${steps.length} columns of ${durationText(stepMs)} each.`,
      columns: steps.map(({ succeeded, failed, indeterminate }, index) => ({
        parts: [
          { className: 'succeeded', value: succeeded },
          { className: 'indeterminate', value: indeterminate },
          { className: 'failed', value: failed },
        ],
        hint: hints[index] ?? '',
      })),
      ...axis,
    })}${legend(['succeeded', 'failed', 'indeterminate'])}</figure>`,
    html`<figure><figcaption>Share that succeeded, in percent</figcaption>${lineChart({
      id: 'load-success',
      title: 'Share of payments that succeeded, over time',
      description: 'One point per step, in percent of those that ended in it.',
      top: 100,
      lines: [{ className: 'rate', name: 'succeeded', values: steps.map(shareOf) }],
      hints,
      ...axis,
    })}</figure>`,
    html`<figure><figcaption>Latency of 99 in 100 and of half, in milliseconds: full lines count from the intended start (response time), dashed ones from sending (service time)</figcaption>${lineChart(
      {
        id: 'load-latency',
        title: 'Latency over time',
        description: '99th percentile and median of response and service time, by intended start.',
        lines: [
          { className: 'rate', name: 'response p99', values: steps.map(({ response }) => response?.p99) },
          { className: 'rate dashed', name: 'service p99', values: steps.map(({ service }) => service?.p99) },
          {
            className: 'rate faint',
            name: 'response p50',
            values: steps.map(({ response }) => response?.p50),
          },
          {
            className: 'rate faint dashed',
            name: 'service p50',
            values: steps.map(({ service }) => service?.p50),
          },
        ],
        hints,
        ...axis,
      },
    )}</figure>`,
    html`<figure><figcaption>In flight at the end of each step</figcaption>${lineChart({
      id: 'load-in-flight',
      title: 'Payments in flight, over time',
      description: 'Sent and not ended yet.',
      lines: [{ className: 'rate', name: 'in flight', values: steps.map(({ inFlight }) => inFlight) }],
      hints,
      ...axis,
    })}</figure>`,
  );
}

function shareOf({ succeeded, failed, indeterminate }: LoadStep): number | undefined {
  const ended = succeeded + failed + indeterminate;
  return ended === 0 ? undefined : (100 * succeeded) / ended;
}

function hintOf(step: LoadStep, unit: { readonly name: string; readonly ms: number }): string {
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
    `${grouped(step.inFlight)} in flight`,
    ...(step.dropped > 0 ? [`${grouped(step.dropped)} dropped`] : []),
  ].join(', ');
}

function legend(kinds: readonly string[]): Markup {
  return html`<ul class="legend">${kinds.map(
    (kind) =>
      html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${kind}" width="12" height="12" rx="2"/></svg>${kind === 'indeterminate' ? 'no answer' : kind}</li>`,
  )}</ul>`;
}
