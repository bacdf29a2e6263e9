import type { Amount } from '../../model/network/amount.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { ComparedNumbers } from '../answers.ts';
import type { World } from '../world.ts';
import type { ChannelEnd } from '../chain-events.ts';

/** A transfer that one node wants to send through one channel end. */
export interface TransferIntent extends ChannelEnd {
  readonly amount: Amount;
  /** Blocks until the lock expires; undefined: not yet decided. */
  readonly lockTimeout?: bigint | number | undefined;
}

/** The checks a channel end must pass. */
export type UsabilityCheck = Extract<
  ModelCheck,
  'channel-open' | 'lock-timeout' | 'pending-locks' | 'available-balance'
>;

/** The first check that forbids a transfer, in the node's order (raiden.md 2.2); undefined: it may go. */
export function unusableBecause({ rules }: World, intent: TransferIntent): UsabilityCheck | undefined {
  const { layer, end, amount, lockTimeout } = intent;
  const { graph, ledger } = layer;
  if (!graph.isOpen(end)) return 'channel-open';
  if (graph.settleTimeout(end) < 2 * graph.revealTimeout(end)) return 'lock-timeout';
  if (ledger.pendingLocks(end) >= rules.maxPendingLocks) return 'pending-locks';
  if (!ledger.covers(end, amount)) return 'available-balance';
  if (lockTimeout === undefined) return undefined;
  const inWindow = lockTimeout > graph.revealTimeout(end) && lockTimeout <= graph.settleTimeout(end);
  return inWindow ? undefined : 'lock-timeout';
}

/** The numbers that check compared. */
export function comparison({ rules }: World, intent: TransferIntent, check: UsabilityCheck): ComparedNumbers {
  const { layer, end, amount, lockTimeout } = intent;
  const { graph, ledger } = layer;
  switch (check) {
    case 'channel-open':
      return { required: 'state opened', found: `state ${graph.phase(end)}` };
    case 'pending-locks':
      return {
        required: `pending locks < ${rules.maxPendingLocks}`,
        found: `pending locks ${ledger.pendingLocks(end)}`,
      };
    case 'available-balance':
      return {
        required: `available balance >= ${amount}`,
        found: `available balance ${ledger.available(end)} (balance ${ledger.balance(end)}, locked ${ledger.lockedAmount(end)})`,
      };
    case 'lock-timeout':
      return {
        required: `reveal timeout ${graph.revealTimeout(end)} < lock timeout <= settle timeout ${graph.settleTimeout(end)}`,
        found:
          lockTimeout === undefined
            ? 'settle timeout below twice the reveal timeout'
            : `lock timeout ${lockTimeout}`,
      };
  }
}
