import type { Amount } from './amount.ts';
import { InvariantError } from '../../errors.ts';
import type { Network, PerEnd } from './network.ts';

/** What an invariant needs to know of one channel. */
export interface ChannelFunds {
  readonly key: string;
  readonly totalDeposit: PerEnd<Amount>;
  readonly totalWithdraw: PerEnd<Amount>;
  readonly balance: PerEnd<Amount>;
  readonly lockedAmount: PerEnd<Amount>;
}

/** `0 <= locked amount <= balance` at each end, and both balances add up to the capacity; throws InvariantError. */
export function assertChannelInvariants(channel: ChannelFunds): void {
  const { key, totalDeposit, totalWithdraw, balance, lockedAmount } = channel;
  for (const end of [0, 1] as const) {
    if (lockedAmount[end] < 0n)
      throw new InvariantError(`channel ${key}: locked amount of end ${end} is ${lockedAmount[end]}`);
    if (lockedAmount[end] > balance[end])
      throw new InvariantError(
        `channel ${key}: end ${end} has ${lockedAmount[end]} locked but a balance of ${balance[end]}`,
      );
  }
  const capacity = totalDeposit[0] + totalDeposit[1] - totalWithdraw[0] - totalWithdraw[1];
  if (balance[0] + balance[1] !== capacity)
    throw new InvariantError(
      `channel ${key}: balances ${balance[0]} + ${balance[1]} do not add up to the capacity ${capacity}`,
    );
}

/** The same for every channel of a network at rest, where nothing is locked; throws InvariantError. */
export function assertNetworkInvariants(network: Network): void {
  network.forEachEdge((key, channel) => assertChannelInvariants({ key, ...channel, lockedAmount: [0n, 0n] }));
}
