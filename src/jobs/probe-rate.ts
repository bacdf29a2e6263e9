import type { CapacityProbe } from '../model/capacity.ts';
import { isLoadMetricName, LOAD_METRICS } from '../model/load-metric-names.ts';
import type { LoadRun } from '../model/load-result.ts';
import { type LoadSpec, MOST_IN_FLIGHT, type ThresholdSpec } from '../model/load-spec.ts';
import { parseThreshold } from '../model/threshold.ts';
import { load, type LoadOptions } from './load.ts';
import { ProbeFlow } from './probe-flow.ts';

// What an overloaded target still has to work off need not be waited for; a condition's own bound must be.
const LEAST_GRACEFUL_STOP_MS = 5_000;

// Of the payments offered in the second half of a probe: more growth than this in flight is a queue that builds up.
const MOST_GROWTH = 0.01;

// In flight goes up and down by single payments even when nothing builds up.
const GROWTH_BY_CHANCE = 2;

// A driver that is later than this cannot tell its own limit from the target's.
const MOST_LAG_MS = 250;

/** Offers a rate for a while; it holds when every condition is met and no queue builds up. */
export async function probeRate({
  rate,
  durationMs,
  conditions,
  ...options
}: Omit<LoadOptions, 'spec' | 'observers'> & {
  readonly rate: number;
  readonly durationMs: number;
  readonly conditions: readonly ThresholdSpec[];
  readonly deadlineMs: number;
}): Promise<CapacityProbe> {
  const executor = {
    kind: 'constant-arrival-rate' as const,
    name: 'probe',
    startMs: 0,
    gracefulStopMs: gracefulStopOf(conditions),
    rate,
    timeUnitMs: 1000,
    durationMs,
    maxVus: MOST_IN_FLIGHT,
  };
  const spec: LoadSpec = { executors: [executor], thresholds: conditions, deadlineMs: options.deadlineMs };
  const flow = new ProbeFlow(durationMs);
  const run = await load({ ...options, spec, observers: [flow] });
  return probeOf({ rate, run, flow });
}

// A payment that is cut off shows at least this long, which must be enough to fail its condition.
function gracefulStopOf(conditions: readonly ThresholdSpec[]): number {
  const bounds = conditions
    .filter(({ metric }) => isLoadMetricName(metric) && LOAD_METRICS[metric].kind === 'trend')
    .map(({ condition }) => parseThreshold(condition)?.bound ?? 0);
  return Math.max(LEAST_GRACEFUL_STOP_MS, ...bounds.map((boundMs) => 2 * boundMs));
}

/** What a probe showed. */
function probeOf({
  rate,
  run,
  flow,
}: {
  readonly rate: number;
  readonly run: LoadRun;
  readonly flow: ProbeFlow;
}): CapacityProbe {
  const { aggregate } = run.load;
  const because = reasonAgainst(run, flow);
  return {
    rate,
    holds: because === undefined,
    ...(because === undefined ? {} : { because }),
    payments: aggregate.counts.payments,
    throughput: flow.endedPerSecond,
    goodput: flow.succeededPerSecond,
    p50Ms: aggregate.response.percentileMs(50),
    p95Ms: aggregate.response.percentileMs(95),
    p99Ms: aggregate.response.percentileMs(99),
  };
}

function reasonAgainst({ load: { aggregate, thresholds } }: LoadRun, flow: ProbeFlow): string | undefined {
  const { payments, dropped } = aggregate.counts;
  if (payments === 0) return 'no payment ended';
  const lagMs = aggregate.lag.percentileMs(99);
  if (lagMs > MOST_LAG_MS) return `this driver was the limit: ${Math.round(lagMs)} ms late at p(99)`;
  if (dropped > 0) return `${dropped} payments found no free place among ${MOST_IN_FLIGHT} in flight`;
  // A share without a sample says nothing against a rate: under load hardly anything is certain beforehand.
  const unmet = thresholds.find(({ met, actual }) => !met && actual !== undefined);
  if (unmet !== undefined) {
    const { metric, condition } = unmet.threshold;
    return `${metric} ${condition}: ${Math.round((unmet.actual ?? Number.NaN) * 1000) / 1000}`;
  }
  if (flow.growth <= GROWTH_BY_CHANCE + MOST_GROWTH * flow.sentThen) return undefined;
  return `a queue builds up: ${flow.growth} more in flight at the end than halfway`;
}
