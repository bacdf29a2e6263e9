import { fieldError } from '../model/locate-faults.ts';
import type { ExecutorSpec } from '../model/scenario/load-spec.ts';
import type { PaymentTrace } from '../model/scenario/payment-trace.ts';
import { paymentIdentifiers } from './payment-identifiers.ts';
import { ownSupply, type PaymentSupply, type SupplyContext } from './payment-supply.ts';

/**
 * The payments of a trace, one after the other; those without an identifier get the same one, from a random stream
 * that `executor` names, whoever sends them.
 */
export function traceSupply(
  executor: string,
  payments: PaymentTrace,
  { random, shard }: Pick<SupplyContext, 'random' | 'shard'>,
): PaymentSupply {
  const nextIdentifier = paymentIdentifiers(random.stream(`load ${executor} identifiers`));
  return ownSupply(shard, nextIdentifier, (index) => {
    const drawn = nextIdentifier();
    const { node, target, token, amount, identifier = drawn } = payments.payment(index);
    return { kind: 'pay', node, target, token, amount, identifier };
  });
}

/** What an executor's file holds. Throws InputError when it was not read. */
export function paymentsOf(executor: Extract<ExecutorSpec, { kind: 'trace' }>): PaymentTrace {
  const { name, file, payments } = executor;
  if (payments !== undefined) return payments;
  throw fieldError(`load.executors.${name}.file`, `${JSON.stringify(file)} has not been read`);
}
