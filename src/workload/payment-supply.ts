import { fieldError } from '../model/locate-faults.ts';
import type { ShardSpec } from '../model/load/load-result.ts';
import type { Network } from '../model/network/network.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { Scenario, TrafficSpec } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { PairChooser } from '../ports/workload.ts';
import { amountDrawer } from '../runtime/draw.ts';
import { paymentIdentifiers } from './payment-identifiers.ts';
import { pairChooser } from './plan-traffic.ts';

/** One payment after the other, without end. */
export interface PaymentSupply {
  /** Number of the next payment, over all shards. */
  readonly nextIndex: number;
  next(): PayRequest;
}

/** What payments are drawn from, and which of them are ours. */
export interface SupplyContext {
  readonly network: Network;
  readonly random: RandomSource;
  readonly pairs: readonly PairChooser[];
  readonly shard: ShardSpec;
}

/**
 * Payments with a traffic's pairs and amounts, from random streams that `executor` names. Payment n is the same
 * whoever sends it and whenever, so that shards and other engines put the same load on a target.
 */
export function paymentSupply(executor: string, traffic: TrafficSpec, context: SupplyContext): PaymentSupply {
  const { random, shard } = context;
  const choosePair = pairChooser(traffic, context, random.stream(`load ${executor} pairs`));
  const drawAmount = amountDrawer(traffic.amounts, random.stream(`load ${executor} amounts`));
  const nextIdentifier = paymentIdentifiers(random.stream(`load ${executor} identifiers`));
  const draw = (): PayRequest => {
    const [node, target] = choosePair();
    const { token } = traffic;
    return { kind: 'pay', node, target, token, amount: drawAmount(), identifier: nextIdentifier() };
  };
  return ownSupply(shard, draw, draw);
}

/** A shard's payments: `skip` draws those of the other shards, so that ours stay the ones they are in the whole load. */
export function ownSupply(
  shard: ShardSpec,
  skip: () => void,
  draw: (index: number) => PayRequest,
): PaymentSupply {
  let index = 0;
  return {
    get nextIndex() {
      return nextOwnIndex(index, shard);
    },
    next() {
      for (const own = nextOwnIndex(index, shard); index < own; index += 1) skip();
      index += 1;
      return draw(index - 1);
    },
  };
}

// The first number from `index` on that belongs to the shard: payment k goes to shard k mod n.
function nextOwnIndex(index: number, { index: shard, of }: ShardSpec): number {
  return index + ((shard - 1 - (index % of) + of) % of);
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
  throw fieldError(
    `load.executors.${name}.traffic`,
    `found ${traffic === undefined ? 'nothing' : JSON.stringify(traffic)}, expected a traffic of the scenario: it has ${known}`,
  );
}
