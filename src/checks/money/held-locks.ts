import type { Amount } from '../../model/network/amount.ts';
import type { PendingTransfer } from '../../model/run/answer.ts';
import type { HeldChannel, HeldLook } from '../../model/load/load-aftermath.ts';
import { channelKey, type Network, type NodeName, type TokenName } from '../../model/network/network.ts';
import { namesOf } from '../facts/names.ts';

/** What pending transfers amount to, each told once however many nodes show it. */
export interface HeldLocks extends Omit<HeldLook, 'atMs'> {
  /** The most locked first. */
  readonly channels: readonly HeldChannel[];
}

/** Adds up what nodes show as pending. The amounts shown are those of the channel's whole direction, not of one transfer. */
export function heldLocks(
  start: Network,
  pending: Iterable<readonly [node: NodeName, transfers: readonly PendingTransfer[]]>,
): HeldLocks {
  const names = namesOf(start);
  const payments = new Set<string>();
  const channels = new Map<string, HeldChannel>();
  const transfersIn = new Map<string, Set<string>>();
  for (const [node, transfers] of pending) {
    for (const transfer of transfers) {
      const payment = `${transfer.initiator} ${transfer.paymentIdentifier}`;
      payments.add(payment);
      const token = names.token(transfer.tokenAddress);
      const channel = channelKey(token, Number(transfer.channelIdentifier));
      const [payer, payee] = waysOf(start, channel, node, transfer.role);
      const key = `${channel} ${payer}`;
      const same = (transfersIn.get(key) ?? new Set()).add(payment);
      transfersIn.set(key, same);
      const before = channels.get(key)?.lockedAmount ?? 0n;
      const lockedAmount = transfer.lockedAmount > before ? transfer.lockedAmount : before;
      channels.set(key, { channel, token, payer, payee, transfers: same.size, lockedAmount });
    }
  }
  const all = [...channels.values()];
  const locked = new Map<TokenName, Amount>();
  for (const { token, lockedAmount: amount } of all) locked.set(token, (locked.get(token) ?? 0n) + amount);
  return {
    payments: payments.size,
    locked: [...locked].map(([token, amount]) => ({ token, amount })),
    channels: all.toSorted(
      (one, other) => other.transfers - one.transfers || (one.channel < other.channel ? -1 : 1),
    ),
  };
}

// The initiator shows the channel it pays through, everybody else the one it is paid through.
function waysOf(
  start: Network,
  channel: string,
  node: NodeName,
  role: PendingTransfer['role'],
): readonly [payer: NodeName, payee: NodeName] {
  const isOwn = start.hasEdge(channel) && start.hasExtremity(channel, node);
  const partner = isOwn ? start.opposite(node, channel) : '?';
  return role === 'initiator' ? [node, partner] : [partner, node];
}
