import { type Capacity, capacityCurve, type CapacityPoint } from '../../model/capacity/capacity.ts';
import { powerScale } from '../charts/axis.ts';
import { intervalChart, type IntervalPoint } from '../charts/interval-chart.ts';
import { durationText, measuredText, readable } from '../words/number-format.ts';
import { type Block, chart, section } from '../blocks/block.ts';
import { capacityLimit } from './capacity-answer.ts';

/** Throughput and latency against the offered rate, with the limit that was found. */
export function capacityCurves(capacity: Capacity): Block | null {
  const curve = capacityCurve(capacity.probes);
  if (curve.length === 0) return null;
  const { rate, interval } = capacityLimit(capacity);
  const shared = {
    xTitle: 'offered, payments per second',
    answer: rate === undefined || interval === undefined ? undefined : { at: rate, interval },
  };
  const latencies = curve.flatMap((point) => {
    const { p50Ms, p99Ms } = point;
    return p50Ms === null || p99Ms === null ? [] : [pointOf(point, p50Ms, [p50Ms, p99Ms])];
  });
  return section(
    {
      id: 'curve',
      title: 'Against the offered rate',
      hint: 'Each mark is the probes at about one rate. Below the limit the target keeps up with the offered rate; above it a queue builds up, and payments wait ever longer. The band is the limit with its interval.',
    },
    chart(
      'Answers per second (marks); the line below a mark leads to the successes among them',
      intervalChart({
        id: 'capacity-throughput',
        title: 'Throughput against the offered rate',
        description: curve.map(pointText).join('; '),
        points: curve.map((point) => pointOf(point, point.throughput, [point.goodput, point.throughput])),
        ...shared,
      }),
    ),
    latencies.length === 0
      ? null
      : chart(
          'Response time from the intended start: p50 (marks) to p99. Each line across is ten times the one below.',
          intervalChart({
            id: 'capacity-latency',
            title: 'Response time against the offered rate',
            description: curve.map(pointText).join('; '),
            points: latencies,
            scale: powerScale(
              latencies.flatMap(({ interval: ends }) => ends),
              durationText,
            ),
            ...shared,
          }),
        ),
  );
}

function pointOf(point: CapacityPoint, mean: number, interval: IntervalPoint['interval']): IntervalPoint {
  return { at: point.rate, mean, interval, hint: pointText(point) };
}

function pointText({ rate, held, probes, throughput, p50Ms, p99Ms }: CapacityPoint): string {
  const [p50, p99] = [p50Ms, p99Ms].map((ms) => measuredText(ms, 'not measured'));
  return `${readable(rate, 1)}/s: ${held} of ${probes} probes held, ${readable(throughput, 1)}/s answered, p50 ${p50}, p99 ${p99}`;
}
