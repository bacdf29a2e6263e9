import { describe, expect, it } from 'vitest';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import { prometheusText } from '../../../src/report/load/prometheus.ts';

describe('the metrics of a running load', () => {
  it('are there before the first payment', () => {
    const lines = prometheusText(new LoadAggregate(), { sent: 0, inFlight: 0 }).split('\n');
    expect(lines).toContain('millrace_payments_total{outcome="succeeded"} 0');
    expect(lines).toContain('millrace_payment_duration_seconds_sum 0');
    expect(lines.at(-1)).toBe('');
  });

  it('count durations cumulatively, in seconds', () => {
    const aggregate = new LoadAggregate();
    aggregate.service.record(4);
    aggregate.service.record(40);
    aggregate.service.record(4_000);
    const lines = prometheusText(aggregate, { sent: 3, inFlight: 0 }).split('\n');
    expect(lines).toContain('millrace_payment_duration_seconds_bucket{le="0.005"} 1');
    expect(lines).toContain('millrace_payment_duration_seconds_bucket{le="0.05"} 2');
    expect(lines).toContain('millrace_payment_duration_seconds_bucket{le="+Inf"} 3');
    expect(lines).toContain('millrace_payment_duration_seconds_sum 4.044');
  });

  it('are described before they are listed, each once', () => {
    const text = prometheusText(new LoadAggregate(), { sent: 0, inFlight: 0 });
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(types).size).toBe(types.length);
    for (const [, name] of text.matchAll(/^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{.*)? [\d.]+$/gm))
      expect(types).toContain(name);
  });
});
