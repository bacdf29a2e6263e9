import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { assembleOperations } from '../assemble.ts';
import { settleSteps } from '../settle/settle-steps.ts';

/** The amounts of all payments that the scenario's own seed makes. */
export async function paymentAmounts(written: Scenario, network: Network): Promise<readonly Amount[]> {
  const scenario = await settleSteps(written, network);
  return assembleOperations({ scenario, network }).flatMap((operation) =>
    operation.kind === 'pay' ? [operation.amount] : [],
  );
}
