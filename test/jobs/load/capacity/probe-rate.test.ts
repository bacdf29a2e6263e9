import { expect, it } from 'vitest';
import { createProber } from '../../../../src/jobs/load/capacity/probe-rate.ts';
import { threshold } from '../../../fixtures/load-runs.ts';
import { scenarioFrom } from '../../scenario-text.ts';

// Two steps of 5 ms a payment: the hub sends 100 payments per second and not one more.
const SCENARIO = scenarioFrom(`
question: does a probe see the hub's limit?
seed: 5
network: {topology: {star: {spokes: 4}}, capacity: 1_000_000_000}
protocol: {hopLatency: 1ms, processingTime: 5ms}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 1
    amounts: 10
    pairs: {uniform: {from: [hub]}}
`);

// A machine that is busy otherwise may hold the driver up: then the probe must say so, and nothing else.
const HELD_UP = /^this driver was the limit/;

// Far from the limit on both sides, so that little else decides; where few answers come in time, a queue is told from what is in flight.
it.each([
  [20, 'p(99)<20000', /^holds$/],
  [400, 'p(99)<20000', /^a queue builds up: \d+ (ms later every second|more in flight)/],
  [20, 'p(50)<1', /^payment_response_time p\(50\)<1: \d+/],
])('a probe of %i/s on a sandbox that takes 100/s, with %s', async (rate, text, expected) => {
  const { holds, because, doubt, payments } = await createProber({
    scenario: SCENARIO,
    durationMs: 800,
    conditions: [threshold('payment_response_time', text)],
    deadlineMs: 30_000,
  })(rate);
  expect(payments).toBe(rate * 0.8);
  const verdict = holds ? 'holds' : (because ?? '');
  if (doubt === undefined && !HELD_UP.test(verdict)) expect(verdict).toMatch(expected);
});
