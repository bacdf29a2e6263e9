import {
  type Capacity,
  type CapacityPoint,
  type CapacityProbe,
  capacityCurve,
  capacityKnee,
  isCounted,
} from '../../model/capacity/capacity.ts';
import {
  evenScale,
  powerScale,
  probeMark,
  type RateLimit,
  type RateLine,
  type RatePoint,
  rateChart,
} from '../charts/rate-chart.ts';
import { durationText, measuredText, percentText, readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, emptyCard, figure } from './card.ts';

/** Throughput, success and latency against the offered rate, with the limit that was found and the knee. */
export function capacityCurves(capacity: Capacity): Markup {
  const frame = { id: 'curve', title: 'Against the offered rate' };
  const probes = capacity.probes.filter(isCounted);
  const curve = capacityCurve(probes);
  if (probes.length === 0) return emptyCard(frame, 'No probe ended.');
  const limit = capacityLimit(capacity);
  const shared = { limit, upTo: Math.max(...probes.map(({ rate }) => rate)) };
  return card(
    {
      ...frame,
      hint: 'Each mark is one probe. Below the limit what is offered is done; above it a queue builds up, and payments wait ever longer.',
    },
    legend(limit),
    figure(
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
    figure(
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
    figure(
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

/** What a search found, as far as it is known. */
export function capacityLimit({ ended, rate, from, to, probes }: Capacity): RateLimit {
  const knee = capacityKnee(capacityCurve(probes));
  const isKnown = ended === 'found' || ended === 'most-probes';
  return { rate: isKnown ? rate : undefined, interval: isKnown ? [from, to] : undefined, knee };
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

function shareText(percent: number | null): string {
  return percent === null ? 'no answer' : percentText(percent / 100);
}

function latencyText(ms: number | null): string {
  return measuredText(ms, 'not measured');
}

function legend({ interval, rate, knee }: RateLimit): Markup {
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
