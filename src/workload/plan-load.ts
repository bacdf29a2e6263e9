import type { ShardSpec } from '../model/load/load-result.ts';
import type { Network } from '../model/network/network.ts';
import type { Operation } from '../model/run/operation.ts';
import type { OperationSource } from '../ports/operation-source.ts';
import { type LoadSource, loadSource } from './load-source.ts';
import { type PlanOperations, planOperations } from './plan-operations.ts';
import { planSource } from './plan-source.ts';

/** What a load will ask of its targets. */
export interface PlannedLoad {
  /** Known beforehand only for a plan; what executors draw is payments and nothing else. */
  readonly operations: readonly Operation[];
  readonly source: (start: Network) => OperationSource;
}

/** A load, and what it takes to plan it. */
export interface PlanLoad extends LoadSource, PlanOperations {}

/** What executors draw, or without any the scenario's own plan, dealt out to shards. Throws InputError. */
export function planLoad(load: PlanLoad): PlannedLoad {
  if (load.executors.length > 0) {
    const source = (network: Network): OperationSource => loadSource({ ...load, network });
    // Made once to find what is wrong before anything is changed.
    source(load.network);
    return { operations: [], source };
  }
  const operations = partOf(planOperations(load), load.shard);
  return { operations, source: () => planSource(operations) };
}

// Steps wait for each other and stay together; the traffic's payments are dealt out.
function partOf(operations: readonly Operation[], shard: ShardSpec | undefined): readonly Operation[] {
  if (shard === undefined) return operations;
  return operations.filter(({ id, origin }) =>
    origin.startsWith('traffic') ? id % shard.of === shard.index - 1 : shard.index === 1,
  );
}
