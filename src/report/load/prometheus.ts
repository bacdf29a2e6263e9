import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadReading } from './load-gauge.ts';

// Seconds: from an answer at once to a payment that waits for blocks.
const BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120, 300, 600,
] as const;

/** A load so far in Prometheus' text format 0.0.4. */
export function prometheusText(
  aggregate: LoadAggregate,
  { sent, inFlight }: Pick<LoadReading, 'sent' | 'inFlight'>,
): string {
  const { counts } = aggregate;
  const outcomes = (['succeeded', 'failed', 'indeterminate'] as const).map(
    (outcome) => `millrace_payments_total{outcome="${outcome}"} ${counts[outcome]}`,
  );
  return [
    ...described('millrace_payments_total', 'counter', 'Payments that ended, by outcome.'),
    ...outcomes,
    ...single('millrace_payments_sent_total', 'counter', 'Payments sent.', sent),
    ...single('millrace_payments_in_flight', 'gauge', 'Payments without an answer yet.', inFlight),
    ...single(
      'millrace_payments_unexpected_total',
      'counter',
      'Payments whose outcome contradicts what was certain when they were sent.',
      counts.unexpected,
    ),
    ...single(
      'millrace_payments_dropped_total',
      'counter',
      'Intended starts that found no free place.',
      counts.dropped,
    ),
    ...durations('millrace_payment_duration_seconds', 'From sending to the answer.', aggregate.service),
    ...durations(
      'millrace_payment_response_time_seconds',
      'From the intended start to the answer.',
      aggregate.response,
    ),
    ...durations('millrace_payment_lag_seconds', 'From the intended to the actual start.', aggregate.lag),
    '',
  ].join('\n');
}

function described(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function single(name: string, type: string, help: string, value: number): readonly string[] {
  return [...described(name, type, help), `${name} ${value}`];
}

function durations(name: string, help: string, histogram: LatencyHistogram): readonly string[] {
  const { count } = histogram;
  const sumSeconds = count === 0 ? 0 : (histogram.meanMs * count) / 1000;
  return [
    ...described(name, 'histogram', help),
    ...BOUNDS.map((bound) => `${name}_bucket{le="${bound}"} ${count - histogram.countAbove(bound * 1000)}`),
    `${name}_bucket{le="+Inf"} ${count}`,
    `${name}_sum ${sumSeconds}`,
    `${name}_count ${count}`,
  ];
}
