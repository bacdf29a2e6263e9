import { expect, it } from 'vitest';
import { findCapacity } from '../../../../src/jobs/load/capacity/find-capacity.ts';
import { createProber } from '../../../../src/jobs/load/capacity/probe-rate.ts';
import { createRandomSource } from '../../../../src/runtime/random-source.ts';
import { scenarioFrom } from '../../scenario-text.ts';

// Fewer for a quick look; 20 take about a quarter of an hour, and twice that where others use the machine too.
const SEEDS = Number(process.env['CAPACITY_SEEDS'] ?? 20);
const PROBE_MS = 2_000;
const SEARCH_MS = 180_000;

interface Result {
  readonly seed: string;
  readonly truth: number;
  readonly found: number;
  readonly covers: boolean;
}

const results: Result[] = [];

// One by one: side by side they would take the processor from each other.
for (let index = 0; index < SEEDS; index += 1)
  it(`searches a sandbox whose limit is known, seed ${index}`, { timeout: SEARCH_MS }, async () => {
    const seed = `seed-${index}`;
    const stepMs = 3 + 5 * createRandomSource(seed).stream('service time')();
    const truth = 1000 / (2 * stepMs);
    const scenario = scenarioFrom(payouts({ seed, stepMs }));
    const { rate, from, to, probes, ended } = await findCapacity({
      startRate: 40,
      highestRate: 20_000,
      probe: createProber({
        scenario,
        durationMs: PROBE_MS,
        conditions: [
          {
            metric: 'payment_response_time',
            condition: 'p(99)<2000',
            abortOnFail: false,
            delayAbortEvalMs: 0,
          },
        ],
        deadlineMs: 30_000,
      }),
    });
    const repeated = probes.filter((probe) => probe.repeated).length;
    const covers = from <= truth && truth <= to;
    process.stdout.write(
      `${seed}: true ${truth.toFixed(1)}/s, found ${rate.toFixed(1)}/s (${from.toFixed(1)} to ${to.toFixed(1)}), ` +
        `${covers ? 'covered' : 'NOT covered'}, off by ${(100 * Math.abs(rate / truth - 1)).toFixed(1)} %, ` +
        `${probes.length} probes, ${repeated} made again, ${ended}\n`,
    );
    results.push({ seed, truth, found: rate, covers });
  });

it('was right within 5 % each time, and its interval covered the truth in 19 of 20', () => {
  expect(results.filter(({ found, truth }) => Math.abs(found / truth - 1) > 0.05)).toEqual([]);
  expect(results.filter(({ covers }) => covers).length).toBeGreaterThanOrEqual(Math.floor(0.95 * SEEDS));
});

function payouts({ seed, stepMs }: { readonly seed: string; readonly stepMs: number }): string {
  return `
question: how many payments a second can a node send that needs ${stepMs} ms a step?
seed: ${seed}
network: {topology: {star: {spokes: 8}}, capacity: 100_000_000_000}
protocol: {hopLatency: 5ms, processingTime: ${stepMs.toFixed(6)}ms}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 1
    amounts: {uniform: {min: 50, max: 150}}
    pairs: {uniform: {from: [hub]}}
`;
}
