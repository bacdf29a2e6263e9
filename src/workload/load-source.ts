import type { Network } from '../model/network/network.ts';
import type { Operation } from '../model/run/operation.ts';
import type { ExecutorSpec } from '../model/scenario/load-spec.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import type { CutOff, OperationSource } from '../ports/operation-source.ts';
import { constantArrivalRate, rampingArrivalRate, traceStarts } from './executors/arrival-rates.ts';
import type { ExecutorSource } from './executors/executor-source.ts';
import { constantVus, perVuIterations, rampingVus, sharedIterations } from './executors/virtual-users.ts';
import {
  type PaymentSupply,
  paymentSupply,
  paymentsOf,
  type SupplyContext,
  traceSupply,
  trafficOf,
} from './payment-supply.ts';
import { type PlanOperations, planOperations } from './plan-operations.ts';
import { planSource } from './plan-source.ts';

interface Lane {
  readonly spec: ExecutorSpec;
  readonly source: ExecutorSource;
  readonly supply: PaymentSupply;
  /** Its time is over: nothing starts any more, and nothing is in flight. */
  isOver: boolean;
}

/** Executors, and what their payments are drawn from. */
interface LoadSource extends SupplyContext {
  readonly executors: readonly ExecutorSpec[];
  readonly scenario: Scenario;
}

/**
 * The payments that executors start, each drawn or read from its trace when it is due. Payment n of executor e of E has the id n*E + e,
 * whatever was dropped before it. Throws InputError.
 */
export function loadSource({ executors, scenario, ...context }: LoadSource): OperationSource {
  const lanes = executors.map((spec): Lane => {
    const supply =
      spec.kind === 'trace'
        ? traceSupply(spec.name, paymentsOf(spec), context)
        : paymentSupply(spec.name, trafficOf(scenario, spec), context);
    return { spec, source: sourceOf(spec), supply, isOver: false };
  });
  return {
    cutOff: cutOffOf(lanes),
    nextAtMs() {
      let earliest = Number.POSITIVE_INFINITY;
      for (const lane of lanes) earliest = Math.min(earliest, dueOf(lane));
      return earliest;
    },
    take: () => takeFrom(lanes),
    ended({ id }, atMs) {
      const lane = lanes[id % lanes.length] as Lane;
      lane.source.ended(id, atMs - lane.spec.startMs);
    },
    isExhausted() {
      return lanes.every(({ source }) => source.isExhausted);
    },
  };
}

function dueOf({ spec, source }: Lane): number {
  return spec.startMs + source.nextAtMs();
}

// Each executor by itself, as in k6: when its graceful stop is over, and for users that are no longer wanted before.
function cutOffOf(lanes: readonly Lane[]): CutOff {
  return {
    nextAtMs() {
      let earliest = Number.POSITIVE_INFINITY;
      for (const lane of lanes)
        if (!lane.isOver) earliest = Math.min(earliest, overAtMs(lane), rampDownAtMs(lane));
      return earliest;
    },
    latestAtMs: ({ id }) => overAtMs(lanes[id % lanes.length] as Lane),
    overdue(atMs) {
      const lanesOver = new Set<number>();
      const payments = new Set<number>();
      lanes.forEach((lane, index) => {
        if (lane.isOver) return;
        if (overAtMs(lane) > atMs) {
          for (const payment of lane.source.rampDown?.overdue(atMs - lane.spec.startMs) ?? [])
            payments.add(payment);
          return;
        }
        lane.isOver = true;
        lane.source.close();
        lanesOver.add(index);
      });
      if (lanesOver.size === 0 && payments.size === 0) return undefined;
      return ({ id }) => lanesOver.has(id % lanes.length) || payments.has(id);
    },
  };
}

function overAtMs({ spec, source }: Lane): number {
  return spec.startMs + source.endMs + spec.gracefulStopMs;
}

function rampDownAtMs({ spec, source: { rampDown } }: Lane): number {
  return spec.startMs + (rampDown?.nextAtMs() ?? Number.POSITIVE_INFINITY);
}

// The earliest; at the same moment in the order of the file.
function takeFrom(lanes: readonly Lane[]): Operation | undefined {
  let chosen = 0;
  let atMs = Number.POSITIVE_INFINITY;
  for (let index = 0; index < lanes.length; index += 1) {
    const dueMs = dueOf(lanes[index] as Lane);
    if (dueMs >= atMs) continue;
    chosen = index;
    atMs = dueMs;
  }
  const { spec, source, supply } = lanes[chosen] as Lane;
  const index = supply.nextIndex;
  const id = index * lanes.length + chosen;
  // A dropped start uses its payment up, so that the ones after it stay what they are.
  const request = supply.next();
  if (source.take(id) === 'drop') return undefined;
  const { kind, node, target, token, amount, identifier } = request;
  // Written out: spreading costs more than all else here, ten thousand times a second.
  const origin = `load.executors.${spec.name}#${index}`;
  return { id, atMs, origin, kind, node, target, token, amount, identifier };
}

function sourceOf(spec: ExecutorSpec): ExecutorSource {
  switch (spec.kind) {
    case 'shared-iterations':
      return sharedIterations(spec);
    case 'per-vu-iterations':
      return perVuIterations(spec);
    case 'constant-vus':
      return constantVus(spec);
    case 'ramping-vus':
      return rampingVus(spec);
    case 'constant-arrival-rate':
      return constantArrivalRate(spec);
    case 'ramping-arrival-rate':
      return rampingArrivalRate(spec);
    case 'trace':
      return traceStarts(spec, paymentsOf(spec));
  }
}

/** A planned load: the operations it will ask of its targets. */
export interface PlannedLoad {
  /** Known beforehand only for a plan; what executors draw is payments and nothing else. */
  readonly operations: readonly Operation[];
  readonly source: (start: Network) => OperationSource;
}

/** A load, and what it takes to plan it. */
export interface PlanLoad extends LoadSource, PlanOperations {}

/** Plans what executors draw or, without any, the scenario's own plan. Throws InputError. */
export function planLoad(load: PlanLoad): PlannedLoad {
  if (load.executors.length > 0) {
    const source = (network: Network): OperationSource => loadSource({ ...load, network });
    // Made once to find what is wrong before anything is changed.
    source(load.network);
    return { operations: [], source };
  }
  const operations = [...planOperations(load)];
  return { operations, source: () => planSource(operations) };
}
