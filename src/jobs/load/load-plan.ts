import type { ShardSpec } from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Network } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import { assembleLoadSource, assembleOperations } from '../assemble.ts';
import { planSource } from '../drive/plan-source.ts';

/** What a load will ask of its targets: executors, or the scenario's own plan. */
export interface LoadPlanning {
  /** Known beforehand only for a plan; what executors draw is payments and nothing else. */
  readonly operations: readonly Operation[];
  source(start: Network): OperationSource;
}

/** Plans a load. Throws InputError. */
export function planLoad({
  scenario,
  spec,
  network,
  shard,
}: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly network: Network;
  readonly shard?: ShardSpec | undefined;
}): LoadPlanning {
  if (spec.executors.length > 0) {
    const source = (start: Network): OperationSource =>
      assembleLoadSource({ executors: spec.executors, scenario, network: start, shard });
    // Made once to find what is wrong before anything is changed.
    source(network);
    return { operations: [], source };
  }
  const operations = partOf(assembleOperations({ scenario, network }), shard);
  return { operations, source: () => planSource(operations) };
}

// Steps wait for each other and stay together; the traffic's payments are dealt out.
function partOf(operations: readonly Operation[], shard: ShardSpec | undefined): readonly Operation[] {
  if (shard === undefined) return operations;
  return operations.filter(({ id, origin }) =>
    origin.startsWith('traffic') ? id % shard.of === shard.index - 1 : shard.index === 1,
  );
}
