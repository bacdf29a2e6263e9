import { InputError, InvariantError } from '../errors.ts';
import { fieldFault, locateFaults } from '../model/locate-faults.ts';
import type { ShardSpec } from '../model/load/load-result.ts';
import type { Network } from '../model/network/network.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { Scenario, TrafficSpec } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { PairChooser } from '../ports/workload.ts';
import { amountDrawer } from '../runtime/draw.ts';
import { nextOwnIndex } from './pairs/own-index.ts';
import { paymentIdentifiers } from './payment-identifiers.ts';

/** One payment after the other, without end. */
export interface PaymentSupply {
  /** Number of the next payment, over all shards. */
  readonly nextIndex: number;
  next(): PayRequest;
}

/**
 * Payments with a traffic's pairs and amounts. Payment n is the same whoever sends it and whenever, so that shards
 * and other engines put the same load on a target.
 */
export function paymentSupply({
  executor,
  traffic,
  network,
  random,
  pairs,
  shard = { index: 1, of: 1 },
}: {
  /** Names the random streams. */
  readonly executor: string;
  readonly traffic: TrafficSpec;
  readonly network: Network;
  readonly random: RandomSource;
  readonly pairs: readonly PairChooser[];
  readonly shard?: ShardSpec | undefined;
}): PaymentSupply {
  const { token } = traffic;
  const process = pairs.find(({ kind }) => kind === traffic.pairs.kind);
  if (!process) throw new InvariantError(`no pair chooser ${traffic.pairs.kind}`);
  const choosePair = locateFaults({ file: '', prefix: `pairs.${process.kind}` }, () =>
    process.chooser(traffic.pairs, { network, token, random: random.stream(`load ${executor} pairs`) }),
  );
  const drawAmount = amountDrawer(traffic.amounts, random.stream(`load ${executor} amounts`));
  const nextIdentifier = paymentIdentifiers(random.stream(`load ${executor} identifiers`));
  const draw = (): PayRequest => {
    const [node, target] = choosePair();
    return { kind: 'pay', node, target, token, amount: drawAmount(), identifier: nextIdentifier() };
  };
  let index = 0;
  return {
    get nextIndex() {
      return nextOwnIndex(index, shard);
    },
    next() {
      // The other shards' payments are drawn too, so that ours stay the ones they are in the whole load.
      for (const own = nextOwnIndex(index, shard); index < own; index += 1) draw();
      index += 1;
      return draw();
    },
  };
}

/** The traffic an executor draws from: the one it names, or the first. Throws InputError. */
export function trafficOf(
  scenario: Scenario,
  { name, traffic }: { readonly name: string; readonly traffic?: string },
): TrafficSpec {
  const found =
    traffic === undefined ? scenario.traffic[0] : scenario.traffic.find((one) => one.name === traffic);
  if (found) return found;
  const known = scenario.traffic.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
  throw new InputError(
    fieldFault(
      `load.executors.${name}.traffic`,
      `found ${traffic === undefined ? 'nothing' : JSON.stringify(traffic)}, expected a traffic of the scenario: it has ${known}`,
    ),
  );
}
