import { InputError } from '../errors.ts';
import { fieldFault } from '../model/locate-faults.ts';
import type { ShardSpec } from '../model/load/load-result.ts';
import type { ExecutorSpec } from '../model/scenario/load-spec.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { PaymentTrace } from '../model/scenario/payment-trace.ts';
import type { RandomSource } from '../ports/random.ts';
import { nextOwnIndex } from './pairs/own-index.ts';
import { paymentIdentifiers } from './payment-identifiers.ts';
import type { PaymentSupply } from './payment-supply.ts';

/** The payments of a trace, one after the other; those without an identifier get the same one whoever sends them. */
export function traceSupply({
  executor,
  payments,
  random,
  shard = { index: 1, of: 1 },
}: {
  /** Names the random stream. */
  readonly executor: string;
  readonly payments: PaymentTrace;
  readonly random: RandomSource;
  readonly shard?: ShardSpec | undefined;
}): PaymentSupply {
  const nextIdentifier = paymentIdentifiers(random.stream(`load ${executor} identifiers`));
  let index = 0;
  return {
    get nextIndex() {
      return nextOwnIndex(index, shard);
    },
    next(): PayRequest {
      for (const own = nextOwnIndex(index, shard); index < own; index += 1) nextIdentifier();
      const drawn = nextIdentifier();
      const { node, target, token, amount, identifier = drawn } = payments.payment(index);
      index += 1;
      return { kind: 'pay', node, target, token, amount, identifier };
    },
  };
}

/** What an executor's file holds. Throws InputError when it was not read. */
export function paymentsOf({
  name,
  file,
  payments,
}: Pick<Extract<ExecutorSpec, { kind: 'trace' }>, 'name' | 'file' | 'payments'>): PaymentTrace {
  if (payments !== undefined) return payments;
  throw new InputError(
    fieldFault(`load.executors.${name}.file`, `${JSON.stringify(file)} has not been read`),
  );
}
