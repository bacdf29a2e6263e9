import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { PendingTransfer } from '../../model/run/answer.ts';
import type { Names } from '../facts/names.ts';

/** What a node lists as locked in a token: it may have left one end and not yet reached another, or come back. */
export function pendingMoney(
  transfers: readonly PendingTransfer[] | undefined,
  token: TokenName,
  names: Names,
): Amount {
  // Each transfer says what its whole end has locked.
  const byEnd = new Map<string, Amount>();
  for (const { tokenAddress, channelIdentifier, role, lockedAmount } of transfers ?? []) {
    if (names.token(tokenAddress) !== token) continue;
    const key = `${channelIdentifier} ${role}`;
    const known = byEnd.get(key) ?? 0n;
    byEnd.set(key, lockedAmount > known ? lockedAmount : known);
  }
  return [...byEnd.values()].reduce((sum, amount) => sum + amount, 0n);
}
