import { fieldError } from '../model/locate-faults.ts';
import type { ShardSpec } from '../model/load/load-result.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { paymentIdentifiers } from './payment-identifiers.ts';
import { type TrafficContext, trafficPayments } from './traffic-payments.ts';

/** One payment after the other, without end. */
export interface PaymentSupply {
  /** Number of the next payment, over all shards. */
  readonly nextIndex: number;
  next(): PayRequest;
}

/** What payments are drawn from, and which of them are ours. */
export interface SupplyContext extends Pick<TrafficContext, 'network' | 'random' | 'pairs'> {
  readonly shard: ShardSpec;
}

/**
 * Payments with a traffic's pairs and amounts, from random streams that `executor` names. Payment n is the same
 * whoever sends it and whenever, so that shards and other engines put the same load on a target.
 */
export function paymentSupply(
  executor: string,
  traffic: Pick<TrafficContext, 'traffic' | 'at'>,
  { shard, ...context }: SupplyContext,
): PaymentSupply {
  const stream = `load ${executor}`;
  const nextIdentifier = paymentIdentifiers(context.random.stream(`${stream} identifiers`));
  const draw = trafficPayments({ ...context, ...traffic, stream, nextIdentifier });
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
): Pick<TrafficContext, 'traffic' | 'at'> {
  const index = traffic === undefined ? 0 : scenario.traffic.findIndex((one) => one.name === traffic);
  const found = scenario.traffic[index];
  if (found) return { traffic: found, at: `traffic[${index}]` };
  const known = scenario.traffic.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
  throw fieldError(
    `load.executors.${name}.traffic`,
    `found ${traffic === undefined ? 'nothing' : JSON.stringify(traffic)}, expected a traffic of the scenario: it has ${known}`,
  );
}
