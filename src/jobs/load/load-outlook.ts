import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { ExecutorSpec, LoadSpec, StageSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import { paymentsOf } from '../../workload/payment-supply.ts';
import { assembleLoad, assembleNetwork } from '../assemble.ts';

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
  /** Money offered, by token. */
  readonly amounts: ReadonlyMap<TokenName, Amount>;
  /** True where there are too many payments to draw them all: number and money follow from the first ones. */
  readonly isEstimated?: boolean;
  /** Mean amount of one payment, where their number is not known. */
  readonly meanAmount?: number | undefined;
}

// Drawn in a third of a second.
const MOST_DRAWN = 100_000;
// The mean of a lognormal with sigma 1 is then off by about 4 %.
const SAMPLED_AMOUNTS = 1_000;

/** Looks ahead on a load without asking anything of a target. Throws InputError. */
export function loadOutlook(scenario: Scenario, spec: LoadSpec): readonly LoadOutlookPart[] {
  const network = assembleNetwork(scenario);
  if (spec.executors.length === 0)
    return [planPart(assembleLoad({ scenario, executors: [], network }).operations)];
  return spec.executors.map((executor) => {
    if (executor.kind === 'trace') return traceOutlook(executor);
    const load = assembleLoad({ scenario, executors: [executor], network });
    return executorPart(executor, load.source(network));
  });
}

function planPart(operations: readonly Operation[]): LoadOutlookPart {
  const { payments, amounts } = sumOf(operations);
  const durationMs = operations.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  const ratePerSecond = durationMs === 0 ? undefined : payments / (durationMs / 1000);
  return { name: "the scenario's own plan", payments, ratePerSecond, durationMs, amounts };
}

/** Executors that draw their payments from a traffic. */
type DrawnSpec = Exclude<ExecutorSpec, { kind: 'trace' }>;

// It counts the payments that the load will send.
function executorPart(executor: DrawnSpec, source: OperationSource): LoadOutlookPart {
  const { payments: all, ratePerSecond, users, durationMs } = shapeOf(executor);
  const { payments, amounts } = sumOf(firstOf(source, all === undefined ? SAMPLED_AMOUNTS : MOST_DRAWN));
  const shape = { name: executor.name, ratePerSecond, users, durationMs };
  if (all === undefined) {
    const [sum = 0n] = amounts.values();
    const meanAmount = payments === 0 ? undefined : Number(sum) / payments;
    return { ...shape, payments: undefined, amounts: new Map(), meanAmount };
  }
  if (source.isExhausted()) return { ...shape, payments, amounts };
  const scale = all / payments;
  const estimated = [...amounts].map(
    ([token, sum]) => [token, BigInt(Math.round(scale * Number(sum)))] as const,
  );
  return { ...shape, payments: all, amounts: new Map(estimated), isEstimated: true };
}

/** The first operations of a source whose payments all end at once. */
export function* firstOf(source: OperationSource, most: number): Iterable<Operation> {
  for (let count = 0; count < most && !source.isExhausted(); ) {
    const atMs = source.nextAtMs();
    const operation = source.take(atMs);
    if (operation === undefined) continue;
    count += 1;
    source.ended(operation, atMs);
    yield operation;
  }
}

function sumOf(
  operations: Iterable<Operation>,
): Pick<LoadOutlookPart, 'amounts'> & { readonly payments: number } {
  const amounts = new Map<TokenName, Amount>();
  let payments = 0;
  for (const operation of operations) {
    if (operation.kind !== 'pay') continue;
    payments += 1;
    amounts.set(operation.token, (amounts.get(operation.token) ?? 0n) + operation.amount);
  }
  return { payments, amounts };
}

// Known to the payment. Throws InputError.
function traceOutlook(executor: Extract<ExecutorSpec, { kind: 'trace' }>): LoadOutlookPart {
  const trace = paymentsOf(executor);
  const { speed } = executor;
  const amounts = new Map<TokenName, Amount>();
  let busiestSecond = 0;
  let second = -1;
  let inSecond = 0;
  for (let number = 0; number < trace.length; number += 1) {
    const { atMs, token, amount } = trace.payment(number);
    amounts.set(token, (amounts.get(token) ?? 0n) + amount);
    const now = Math.floor(atMs / speed / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    busiestSecond = Math.max(busiestSecond, inSecond);
  }
  const durationMs = trace.lastAtMs / speed;
  const payments = trace.length;
  const ratePerSecond = durationMs === 0 ? undefined : payments / (durationMs / 1000);
  return { name: executor.name, payments, ratePerSecond, busiestSecond, durationMs, amounts };
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
