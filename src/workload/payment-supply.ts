import { fieldError } from '../model/locate-faults.ts';
import { MAX_IDENTIFIER, type PayRequest } from '../model/run/operation.ts';
import type { ExecutorSpec } from '../model/scenario/load-spec.ts';
import type { PaymentTrace } from '../model/scenario/payment-trace.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import type { RandomStream } from '../ports/random.ts';
import { uniformInteger } from '../runtime/uniform-integer.ts';
import { type TrafficContext, trafficPayments } from './plan-traffic.ts';

/** One payment after the other, without end. */
export interface PaymentSupply {
  /** Number of the next payment, from 0. */
  readonly nextIndex: number;
  next(): PayRequest;
}

/** The network and streams that payments are drawn from. */
export type SupplyContext = Pick<TrafficContext, 'network' | 'random' | 'pairs'>;

/**
 * Payments with a traffic's pairs and amounts, from random streams that `executor` names. Payment n is the same
 * whoever sends it and whenever, so that every engine puts the same load on a target.
 */
export function paymentSupply(
  executor: string,
  traffic: Pick<TrafficContext, 'traffic' | 'at'>,
  context: SupplyContext,
): PaymentSupply {
  const stream = `load ${executor}`;
  const nextIdentifier = paymentIdentifiers(context.random.stream(`${stream} identifiers`));
  return supplyOf(trafficPayments({ ...context, ...traffic, stream, nextIdentifier }));
}

function supplyOf(draw: (index: number) => PayRequest): PaymentSupply {
  let nextIndex = 0;
  return {
    get nextIndex() {
      return nextIndex;
    },
    next() {
      nextIndex += 1;
      return draw(nextIndex - 1);
    },
  };
}

/** The traffic an executor draws from: the one it names, or the first. Throws InputError. */
export function trafficOf(
  scenario: Scenario,
  { name, traffic }: { readonly name: string; readonly traffic?: string },
): Pick<TrafficContext, 'traffic' | 'at'> {
  const index = traffic === undefined ? 0 : scenario.traffic.findIndex((one) => one.name === traffic);
  const namedTraffic = scenario.traffic[index];
  if (namedTraffic) return { traffic: namedTraffic, at: `traffic[${index}]` };
  const knownNames = scenario.traffic.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
  throw fieldError(
    `load.executors.${name}.traffic`,
    `found ${traffic === undefined ? 'nothing' : JSON.stringify(traffic)}, expected a traffic of the scenario: it has ${knownNames}`,
  );
}

/**
 * The payments of a trace, one after the other; those without an identifier get the same one, from a random stream
 * that `executor` names, whoever sends them.
 */
export function traceSupply(
  executor: string,
  payments: PaymentTrace,
  { random }: Pick<SupplyContext, 'random'>,
): PaymentSupply {
  const nextIdentifier = paymentIdentifiers(random.stream(`load ${executor} identifiers`));
  return supplyOf((index) => {
    const drawn = nextIdentifier();
    const { node, target, token, amount, identifier = drawn } = payments.payment(index);
    return { kind: 'pay', node, target, token, amount, identifier };
  });
}

/** The payments of an executor's file. Throws InputError when it was not read. */
export function paymentsOf(executor: Extract<ExecutorSpec, { kind: 'trace' }>): PaymentTrace {
  const { name, file, payments } = executor;
  if (payments !== undefined) return payments;
  throw fieldError(`load.executors.${name}.file`, `${JSON.stringify(file)} has not been read`);
}

/**
 * Hands out payment identifiers from 1 to 2^64-1 that look random, never repeat, and are none that the scenario names itself.
 * Steps of an odd width around the circle of 2^64 visit every number once, so nothing must be remembered.
 */
export function paymentIdentifiers(
  random: RandomStream,
  reserved: ReadonlySet<bigint> = new Set(),
): () => bigint {
  let next = uniformInteger({ min: 0n, max: MAX_IDENTIFIER }, random);
  const width = uniformInteger({ min: 0n, max: MAX_IDENTIFIER }, random) | 1n;
  return () => {
    do next = BigInt.asUintN(64, next + width);
    while (next === 0n || reserved.has(next));
    return next;
  };
}
