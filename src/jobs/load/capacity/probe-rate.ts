import type { CapacityProbe } from '../../../model/capacity/capacity.ts';
import { isLoadMetricName, LOAD_METRICS } from '../../../model/load/load-metric-names.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { LoadRun } from '../../../model/run/run.ts';
import { type LoadSpec, MOST_IN_FLIGHT, type ThresholdSpec } from '../../../model/scenario/load-spec.ts';
import { parseThreshold } from '../../../model/scenario/threshold.ts';
import { withoutUndefined } from '../../../model/without-undefined.ts';
import { startSandbox } from '../../sandbox.ts';
import type { Target } from '../../targets/target.ts';
import { type LoadOptions, load } from '../load.ts';
import type { Operation, OperationRecord } from '../../../model/run/operation.ts';
import type { LoadObserver } from '../../../ports/load-observer.ts';
import { EventLoopWatch } from '../../../runtime/driver-watch.ts';
import {
  type ResponseGrowth,
  responseGrowth,
  type TimedResponse,
} from '../../../statistics/response-growth.ts';

// The backlog of an overloaded target need not be waited for; a condition's own bound must be.
const LEAST_GRACEFUL_STOP_MS = 5_000;

// Answers that come later by this share of the time that passes: so much more is offered than is done. Timers alone
// make response times wander by a few thousandths over a second.
const MOST_SLOPE = 0.005;

// Steps of pure noise undo each other: in simulated servers far from their limit at most two probes in a hundred
// pass this.
const MOST_CHANCE = 0.1;

// Growth this fast is a queue, steady or not: a target that answers in batches grows in jumps.
const PLAIN_SLOPE = 0.1;

// In flight goes up and down by single payments even when nothing builds up.
const MOST_MORE_IN_FLIGHT = 2;

// A driver that is later than this cannot tell its own limit from the target's.
const MOST_LAG_MS = 250;

// A quiet machine lets the driver pause for up to 10 ms; what a longer pause holds up comes all at once.
const MOST_PAUSE_MS = 25;

/** The rate that is offered, and the targets that it is offered to. */
interface ProbeOptions extends Omit<LoadOptions, 'spec' | 'observers'> {
  readonly rate: number;
  readonly durationMs: number;
  readonly conditions: readonly ThresholdSpec[];
  readonly deadlineMs: number;
}

/** Offers a rate for a while; it holds when every condition is met and no queue builds up. */
async function probeRate({ rate, durationMs, conditions, ...options }: ProbeOptions): Promise<CapacityProbe> {
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
  try {
    const run = await load({ ...options, spec, observers: [flow] });
    return probeOf(rate, run, flow);
  } finally {
    flow.close();
  }
}

// A payment that is cut off shows at least this long, which must be enough to fail its condition.
function gracefulStopOf(conditions: readonly ThresholdSpec[]): number {
  const bounds = conditions
    .filter(({ metric }) => isLoadMetricName(metric) && LOAD_METRICS[metric].kind === 'trend')
    .map(({ condition }) => parseThreshold(condition)?.bound ?? 0);
  return Math.max(LEAST_GRACEFUL_STOP_MS, ...bounds.map((boundMs) => 2 * boundMs));
}

/** The verdict of a probe, with its figures. */
function probeOf(rate: number, run: LoadRun, flow: ProbeFlow): CapacityProbe {
  const { aggregate } = run.load;
  const { response } = aggregate;
  const latencyMs = (percent: number): number | null =>
    response.count === 0 ? null : response.percentileMs(percent);
  const against = reasonAgainst(run, flow);
  const doubt = doubtOf(against, flow);
  return {
    rate,
    holds: against === undefined,
    ...withoutUndefined({ because: against?.text, doubt }),
    payments: aggregate.counts.payments,
    throughput: flow.endedPerSecond,
    goodput: flow.succeededPerSecond,
    p50Ms: latencyMs(50),
    p95Ms: latencyMs(95),
    p99Ms: latencyMs(99),
  };
}

interface Reason {
  readonly text: string;
  /** True when no pause of the driver's could have brought it about. */
  readonly isPlain?: boolean;
}

function reasonAgainst({ load: { aggregate, thresholds } }: LoadRun, flow: ProbeFlow): Reason | undefined {
  const { payments, dropped } = aggregate.counts;
  if (payments === 0) return { text: 'no payment ended' };
  const lagMs = aggregate.lag.percentileMs(99);
  if (lagMs > MOST_LAG_MS)
    return { text: `this driver was the limit: ${Math.round(lagMs)} ms late at p(99)` };
  const { isKnown, slope, chance } = flow.growth();
  const isPlain = slope > PLAIN_SLOPE;
  if (dropped > 0)
    return { text: `${dropped} payments found no free place among ${MOST_IN_FLIGHT} in flight`, isPlain };
  // A share without a sample says nothing against a rate: under load hardly anything is certain beforehand.
  const unmet = thresholds.find(({ met, actual }) => !met && actual !== undefined);
  if (unmet !== undefined) {
    const { metric, condition } = unmet.threshold;
    const actual = Math.round((unmet.actual ?? Number.NaN) * 1000) / 1000;
    return { text: `${metric} ${condition}: ${actual}`, isPlain };
  }
  if (!isKnown) return reasonAgainstFew(flow);
  if (!isPlain && (slope <= MOST_SLOPE || chance > MOST_CHANCE)) return undefined;
  return { text: `a queue builds up: ${Math.round(slope * 1000)} ms later every second`, isPlain };
}

// So few answers tell no steady growth, but at a low rate a queue of a few is one already.
function reasonAgainstFew({ sentThen, moreInFlight }: ProbeFlow): Reason | undefined {
  if (moreInFlight <= MOST_MORE_IN_FLIGHT + PLAIN_SLOPE * sentThen) return undefined;
  return { text: `a queue builds up: ${moreInFlight} more in flight at the end than halfway` };
}

// A pause may look like a queue, and hide one; far from the limit it does neither.
function doubtOf(against: Reason | undefined, flow: ProbeFlow): string | undefined {
  const { pauseMs } = flow;
  const { isKnown, slope } = flow.growth();
  const isClear = against === undefined ? isKnown && slope <= MOST_SLOPE : against.isPlain === true;
  return isClear || pauseMs <= MOST_PAUSE_MS ? undefined : `this driver paused for ${Math.round(pauseMs)} ms`;
}

/**
 * Offers rates to targets; without any, each rate to a fresh sandbox, so that no probe drains the next one's
 * channels.
 */
export function createProber({
  targets,
  useExisting = false,
  ...asked
}: Pick<ProbeOptions, 'scenario' | 'durationMs' | 'conditions' | 'deadlineMs' | 'signal' | 'abort'> & {
  readonly targets?: Readonly<Record<NodeName, Target>> | undefined;
  readonly useExisting?: boolean;
}): (rate: number) => Promise<CapacityProbe> {
  let prepared = useExisting;
  return async (rate) => {
    if (targets === undefined) return await probeSandbox({ ...asked, rate });
    // A sandbox is thrown away; real nodes are given the time to recover before the next probe.
    const seen = await probeRate({ ...asked, rate, targets, useExisting: prepared });
    // The first probe has opened the scenario's channels.
    prepared = true;
    return seen;
  };
}

async function probeSandbox(asked: Omit<ProbeOptions, 'targets' | 'figuresOnly'>): Promise<CapacityProbe> {
  const sandbox = await startSandbox({ scenario: asked.scenario, speed: 1 });
  try {
    return await probeRate({ ...asked, targets: sandbox.targets, figuresOnly: true });
  } finally {
    await sandbox.stop();
  }
}

/** Watches the second half of a probe, when the target is in its stride: what comes out, how fast, and how long this process paused. */
export class ProbeFlow implements LoadObserver {
  readonly #durationMs: number;
  readonly #loop = new EventLoopWatch();
  readonly #responses: TimedResponse[] = [];
  #sent = 0;
  #ended = 0;
  #succeeded = 0;
  #pauseMs = 0;
  #isWatching = false;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  sent(_operation: Operation, atMs: number): undefined {
    if (!this.#isThen(atMs)) return;
    this.#sent += 1;
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#loop.begin();
  }

  ended(record: OperationRecord): void {
    const { startedAtMs, endedAtMs, intendedAtMs = startedAtMs, outcome } = record;
    if (!this.#isThen(endedAtMs)) return;
    this.#ended += 1;
    if (outcome.kind === 'succeeded') this.#succeeded += 1;
    // The trend of responses is over the ends of payments: once no more are offered, queued payments end sooner.
    const atMs = endedAtMs - this.#durationMs / 2;
    this.#responses.push({ atMs, responseMs: endedAtMs - intendedAtMs });
    const lagMs = this.#isThen(intendedAtMs) ? startedAtMs - intendedAtMs : 0;
    this.#pauseMs = Math.max(this.#pauseMs, lagMs, this.#isWatching ? this.#loop.longestMs() : 0);
  }

  /** How many payments were sent. */
  get sentThen(): number {
    return this.#sent;
  }

  /** How many more were in flight at the end than halfway. */
  get moreInFlight(): number {
    return this.#sent - this.#ended;
  }

  /** How the response time grew. */
  growth(): ResponseGrowth {
    return responseGrowth(this.#responses, this.#durationMs / 2);
  }

  /** The longest time for which this process did nothing, or sent nothing although something was due. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  get endedPerSecond(): number {
    return this.#ended / (this.#durationMs / 2_000);
  }

  get succeededPerSecond(): number {
    return this.#succeeded / (this.#durationMs / 2_000);
  }

  close(): void {
    this.#loop.end();
  }

  #isThen(atMs: number): boolean {
    return atMs >= this.#durationMs / 2 && atMs < this.#durationMs;
  }
}
