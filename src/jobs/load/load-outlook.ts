import type { ShardSpec } from '../../model/load/load-result.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { ExecutorSpec, LoadSpec, StageSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario, TrafficSpec } from '../../model/scenario/scenario.ts';
import { amountDrawer } from '../../runtime/draw.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { paymentsOf } from '../../workload/payment-supply.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';

/** The outlook on one executor, or on the scenario's plan. */
export interface LoadOutlookPart {
  readonly name: string;
  /** Undefined where it depends on how fast the answers come. */
  readonly payments?: number | undefined;
  /** Payments per second where they come at a rate, the highest one. */
  readonly ratePerSecond?: number | undefined;
  /** Payments in the busiest second of a trace, where `ratePerSecond` is the mean. */
  readonly busiestSecond?: number;
  /** Payments in flight where the number of users is what is given, the highest one. */
  readonly users?: number | undefined;
  readonly durationMs: number;
  /** Money offered, by token; for executors the mean amount of many draws times the payments. */
  readonly amounts: ReadonlyMap<TokenName, number>;
  /** Mean amount of one payment, where their number is not known. */
  readonly meanAmount?: number | undefined;
}

// The mean of a lognormal with sigma 1 is then off by about 4 %.
const SAMPLED_AMOUNTS = 1_000;

/** Looks ahead on a load without asking anything of a target. Throws InputError. */
export function loadOutlook(
  scenario: Scenario,
  spec: LoadSpec,
  shard: ShardSpec = { index: 1, of: 1 },
): readonly LoadOutlookPart[] {
  if (spec.executors.length === 0) return [planPart(scenario, shard)];
  return spec.executors.map((executor) =>
    executor.kind === 'trace' ? traceOutlook(executor, shard) : executorPart(executor, scenario, shard),
  );
}

function planPart(scenario: Scenario, shard: ShardSpec): LoadOutlookPart {
  const operations = assembleOperations({ scenario, network: assembleNetwork(scenario) });
  const amounts = new Map<TokenName, number>();
  let payments = 0;
  let durationMs = 0;
  for (const operation of operations) {
    durationMs = Math.max(durationMs, operation.atMs);
    if (operation.kind !== 'pay') continue;
    payments += 1;
    const { token, amount } = operation;
    amounts.set(token, (amounts.get(token) ?? 0) + Number(amount) / shard.of);
  }
  const own = payments / shard.of;
  const ratePerSecond = durationMs === 0 ? undefined : own / (durationMs / 1000);
  return {
    name: "the scenario's own plan",
    payments: own,
    ratePerSecond,
    durationMs,
    amounts,
  };
}

/** Executors that draw their payments from a traffic. */
type DrawnSpec = Exclude<ExecutorSpec, { kind: 'trace' }>;

function executorPart(executor: DrawnSpec, scenario: Scenario, shard: ShardSpec): LoadOutlookPart {
  const traffic = scenario.traffic.find(({ name }) => name === executor.traffic) ?? scenario.traffic[0];
  const meanAmount = traffic === undefined ? undefined : sampledMean(traffic, scenario.seed);
  const { payments: all, ratePerSecond, users, durationMs } = shapeOf(executor);
  const payments = all === undefined ? undefined : all / shard.of;
  const amounts = new Map<TokenName, number>();
  if (traffic !== undefined && meanAmount !== undefined && payments !== undefined)
    amounts.set(traffic.token, meanAmount * payments);
  return {
    name: executor.name,
    payments,
    ratePerSecond: ratePerSecond === undefined ? undefined : ratePerSecond / shard.of,
    users: users === undefined ? undefined : Math.ceil(users / shard.of),
    durationMs,
    amounts,
    meanAmount,
  };
}

// Known to the payment. Throws InputError.
function traceOutlook(
  executor: Extract<ExecutorSpec, { kind: 'trace' }>,
  { index, of }: ShardSpec,
): LoadOutlookPart {
  const trace = paymentsOf(executor);
  const { speed } = executor;
  const totals = new Map<TokenName, bigint>();
  let payments = 0;
  let busiestSecond = 0;
  let second = -1;
  let inSecond = 0;
  for (let number = index - 1; number < trace.length; number += of) {
    const { atMs, token, amount } = trace.payment(number);
    totals.set(token, (totals.get(token) ?? 0n) + amount);
    payments += 1;
    const now = Math.floor(atMs / speed / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    busiestSecond = Math.max(busiestSecond, inSecond);
  }
  const durationMs = trace.lastAtMs / speed;
  return {
    name: executor.name,
    payments,
    ratePerSecond: durationMs === 0 ? undefined : payments / (durationMs / 1000),
    busiestSecond,
    durationMs,
    amounts: new Map([...totals].map(([token, total]) => [token, Number(total)])),
  };
}

function sampledMean({ name, amounts }: TrafficSpec, seed: string): number {
  const draw = amountDrawer(amounts, createRandomSource(seed).stream(`outlook of ${name}`), 'amounts');
  let sum = 0;
  for (let index = 0; index < SAMPLED_AMOUNTS; index += 1) sum += Number(draw());
  return sum / SAMPLED_AMOUNTS;
}

function shapeOf(
  executor: DrawnSpec,
): Pick<LoadOutlookPart, 'payments' | 'ratePerSecond' | 'users' | 'durationMs'> {
  switch (executor.kind) {
    case 'shared-iterations': {
      const { iterations: payments, vus: users, maxDurationMs: durationMs } = executor;
      return { payments, users, durationMs };
    }
    case 'per-vu-iterations': {
      const { iterations, vus: users, maxDurationMs: durationMs } = executor;
      return { payments: iterations * users, users, durationMs };
    }
    case 'constant-vus':
      return { users: executor.vus, durationMs: executor.durationMs };
    case 'ramping-vus': {
      const { stages, startVus } = executor;
      return { users: highest(startVus, stages), durationMs: lengthOf(stages) };
    }
    case 'constant-arrival-rate': {
      const { rate, timeUnitMs, durationMs } = executor;
      const ratePerSecond = (rate * 1000) / timeUnitMs;
      return { payments: (rate * durationMs) / timeUnitMs, ratePerSecond, durationMs };
    }
    case 'ramping-arrival-rate': {
      const { startRate, stages, timeUnitMs } = executor;
      let rate = startRate;
      let payments = 0;
      for (const { durationMs, target } of stages) {
        payments += ((rate + target) / 2) * (durationMs / timeUnitMs);
        rate = target;
      }
      const ratePerSecond = (highest(startRate, stages) * 1000) / timeUnitMs;
      return { payments, ratePerSecond, durationMs: lengthOf(stages) };
    }
  }
}

function highest(start: number, stages: readonly StageSpec[]): number {
  return Math.max(start, ...stages.map(({ target }) => target));
}

function lengthOf(stages: readonly StageSpec[]): number {
  return stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
}
