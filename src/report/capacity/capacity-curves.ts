import {
  type Capacity,
  capacityCurve,
  type CapacityPoint,
  type CapacityProbe,
  isCounted,
} from '../../model/capacity/capacity.ts';
import { evenScale, powerScale, type Scale } from '../charts/axis.ts';
import { percent, pixels, type Plot, plot, segments } from '../charts/plot.ts';
import { durationText, measuredText, percentText, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { type Block, chart, emptySection, section } from '../blocks/block.ts';
import { type CapacityLimit, capacityLimit } from './capacity-answer.ts';

/** Throughput, success and latency against the offered rate, with the limit that was found and the knee. */
export function capacityCurves(capacity: Capacity): Block {
  const frame = { id: 'curve', title: 'Against the offered rate' };
  const probes = capacity.probes.filter(isCounted);
  const curve = capacityCurve(probes);
  if (probes.length === 0) return emptySection(frame, 'No probe ended.');
  const limit = capacityLimit(capacity);
  const shared = { limit, upTo: Math.max(...probes.map(({ rate }) => rate)) };
  return section(
    {
      ...frame,
      hint: 'Each mark is one probe. Below the limit what is offered is done; above it a queue builds up, and payments wait ever longer.',
    },
    { kind: 'markup', markup: legend(limit) },
    chart(
      'Done: answers per second (full line) and successes per second (dashed). The thin line is what was offered.',
      rateChart({
        id: 'capacity-throughput',
        title: 'Throughput against the offered rate',
        description: descriptionOf(curve, ({ throughput }) => `${readable(throughput, 1)}/s`),
        points: pointsOf(probes, ({ throughput }) => throughput),
        lines: [
          {
            className: 'offered',
            values: [
              [0, 0],
              [shared.upTo, shared.upTo],
            ],
          },
          lineOf('rate', curve, ({ throughput }) => throughput),
          lineOf('rate dashed', curve, ({ goodput }) => goodput),
        ],
        scale: evenScale(shared.upTo),
        ...shared,
      }),
    ),
    chart(
      'Succeeded: share of the answers, in percent',
      rateChart({
        id: 'capacity-success',
        title: 'Success against the offered rate',
        description: descriptionOf(curve, (point) => shareText(successOf(point))),
        points: pointsOf(probes, successOf),
        lines: [lineOf('rate', curve, successOf)],
        scale: evenScale(100),
        ...shared,
      }),
    ),
    chart(
      'Response time from the intended start: of 99 in 100 (full line, marks), of 95 (dashed) and of half (faint). Each line across is ten times the one below.',
      rateChart({
        id: 'capacity-latency',
        title: 'Response time against the offered rate',
        description: descriptionOf(curve, ({ p99Ms }) => latencyText(p99Ms)),
        points: pointsOf(probes, ({ p99Ms }) => p99Ms),
        lines: [
          lineOf('rate', curve, ({ p99Ms }) => p99Ms),
          lineOf('rate dashed', curve, ({ p95Ms }) => p95Ms),
          lineOf('rate faint', curve, ({ p50Ms }) => p50Ms),
        ],
        scale: powerScale(
          curve.flatMap(({ p50Ms, p99Ms }) => [p50Ms, p99Ms]).filter((ms) => ms !== null),
          durationText,
        ),
        ...shared,
      }),
    ),
  );
}

function pointsOf(
  probes: readonly CapacityProbe[],
  valueOf: (probe: CapacityProbe) => number | null,
): readonly RatePoint[] {
  return probes.flatMap((probe) => {
    const value = valueOf(probe);
    if (value === null) return [];
    return [
      {
        rate: probe.rate,
        value,
        holds: probe.holds,
        hint: `${readable(probe.rate, 1)}/s ${probe.holds ? 'held' : `did not hold: ${probe.because ?? ''}`}; ${readable(probe.throughput, 1)}/s ended, p50 ${latencyText(probe.p50Ms)}, p95 ${latencyText(probe.p95Ms)}, p99 ${latencyText(probe.p99Ms)}`,
      },
    ];
  });
}

function lineOf(
  className: string,
  curve: readonly CapacityPoint[],
  valueOf: (point: CapacityPoint) => number | null,
): RateLine {
  const values = curve.flatMap((point) => {
    const value = valueOf(point);
    return value === null ? [] : [[point.rate, value] as const];
  });
  return { className, values };
}

// In percent; null without answers.
function successOf({ throughput, goodput }: Pick<CapacityPoint, 'throughput' | 'goodput'>): number | null {
  return throughput === 0 ? null : (100 * goodput) / throughput;
}

function descriptionOf(curve: readonly CapacityPoint[], textOf: (point: CapacityPoint) => string): string {
  return curve.map((point) => `${readable(point.rate, 1)}/s: ${textOf(point)}`).join('; ');
}

function shareText(successPercent: number | null): string {
  return successPercent === null ? 'no answer' : percentText(successPercent / 100);
}

function latencyText(ms: number | null): string {
  return measuredText(ms, 'not measured');
}

function legend({ interval, rate, knee }: CapacityLimit): Markup {
  const small = (content: Markup): Markup =>
    html`<svg width="18" height="14" aria-hidden="true">${content}</svg>`;
  return html`<ul class="legend">
<li>${small(probeMark({ x: 9, y: 7, holds: true }))}a probe that held</li>
<li>${small(probeMark({ x: 9, y: 7, holds: false }))}one that did not</li>
${rate === undefined ? null : html`<li>${small(html`<line class="limit" x1="9" x2="9" y1="0" y2="14"/>`)}capacity, ${readable(rate, 1)}/s</li>`}
${interval === undefined ? null : html`<li>${small(html`<rect class="interval" width="18" height="14"/>`)}its interval, ${readable(interval[0], 1)} to ${readable(interval[1], 1)}/s</li>`}
${knee === undefined ? null : html`<li>${small(html`<line class="knee" x1="9" x2="9" y1="0" y2="14"/>`)}knee, ${readable(knee, 1)}/s</li>`}
</ul>`;
}

/** One probe's mark; a failed one is a cross, so that it can be told apart without colour. */
interface RatePoint {
  readonly rate: number;
  readonly value: number;
  readonly holds: boolean;
  readonly hint: string;
}

/** Values by rate, in the order of the rates. */
interface RateLine {
  readonly className: string;
  readonly values: readonly (readonly [rate: number, value: number])[];
}

const HEIGHT_PX = 190;
const CROSS_PX = 4;

interface RateChart extends Pick<Plot, 'id' | 'title' | 'description'> {
  readonly points: readonly RatePoint[];
  readonly lines: readonly RateLine[];
  readonly limit: CapacityLimit;
  /** Highest rate of the axis. */
  readonly upTo: number;
  readonly scale: Scale;
}

/** Marks and lines against the offered rate, from 0 up. */
function rateChart({ points, lines, limit, upTo, scale, ...frame }: RateChart): Markup {
  const rates = evenScale(upTo, { parts: 6 });
  const across = (rate: number): string => percent(rates.shareOf(rate));
  const up = (value: number): number => pixels(HEIGHT_PX * (1 - scale.shareOf(value)));
  const [from, to] = limit.interval ?? [];
  return plot({
    ...frame,
    heightPx: HEIGHT_PX,
    yTicks: scale.ticks,
    xTicks: rates.ticks,
    xTitle: 'offered, payments per second',
    marks: [
      from === undefined || to === undefined
        ? null
        : html`<rect class="interval" x="${across(from)}" width="${percent(rates.shareOf(to) - rates.shareOf(from))}" y="0" height="${HEIGHT_PX}"/>`,
      limit.rate === undefined ? null : upright('limit', across(limit.rate)),
      limit.knee === undefined ? null : upright('knee', across(limit.knee)),
      lines.map(({ className, values }) =>
        segments(
          className,
          values.map(([rate, value]) => [across(rate), up(value)]),
        ),
      ),
      points.map(({ rate, value, holds, hint }) => probeMark({ x: across(rate), y: up(value), holds, hint })),
    ],
  });
}

interface ProbeMark extends Pick<RatePoint, 'holds'>, Partial<Pick<RatePoint, 'hint'>> {
  readonly x: string | number;
  readonly y: number;
}

/** A probe that held, or one that did not, as it stands in charts and legends. */
function probeMark({ x, y, holds, hint }: ProbeMark): Markup {
  const title = hint === undefined ? null : html`<title>${hint}</title>`;
  if (holds) return html`<circle class="rate-dot mark" cx="${x}" cy="${y}" r="4">${title}</circle>`;
  const arms = [
    `${-CROSS_PX},${-CROSS_PX} ${CROSS_PX},${CROSS_PX}`,
    `${-CROSS_PX},${CROSS_PX} ${CROSS_PX},${-CROSS_PX}`,
  ];
  // A percentage cannot stand in a transform, but it can in a nested drawing's place.
  return html`<svg class="mark" x="${x}" y="${y}" width="1" height="1" overflow="visible"><circle r="6" fill="transparent">${title}</circle>${arms.map((points) => html`<polyline class="probe-cross" points="${points}"/>`)}</svg>`;
}

function upright(className: string, x: string): Markup {
  return html`<line class="${className}" x1="${x}" x2="${x}" y1="0" y2="${HEIGHT_PX}"/>`;
}
