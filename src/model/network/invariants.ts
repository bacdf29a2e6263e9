import type { Amount } from './amount.ts';
import { InvariantError } from '../../errors.ts';
import { EXACT } from './amount-column.ts';
import type { ChannelColumns } from './channel-columns.ts';
import { channelKey, type Network, type PerEnd } from './network.ts';
import { channelsOf } from './channels-on-demand.ts';

/** The money of one channel, as far as invariants speak of it. */
export interface ChannelFunds {
  readonly key: string;
  readonly totalDeposit: PerEnd<Amount>;
  readonly totalWithdraw: PerEnd<Amount>;
  readonly balance: PerEnd<Amount>;
  readonly lockedAmount: PerEnd<Amount>;
}

/** `0 <= locked amount <= balance` at each end, and both balances add up to the capacity; throws InvariantError. */
export function assertChannelInvariants({ key, lockedAmount, ...funds }: ChannelFunds): void {
  assertLocked(key, 0, lockedAmount[0], funds.balance[0]);
  assertLocked(key, 1, lockedAmount[1], funds.balance[1]);
  assertCapacity(key, funds);
}

/** The same for every channel of a network at rest, where nothing is locked; throws InvariantError. */
export function assertNetworkInvariants(network: Network): void {
  const channels = channelsOf(network);
  for (let row = 0; row < channels.length; row += 1) {
    if (addsUp(channels, row)) continue;
    // It names the broken rule.
    const { token, identifier, ...funds } = channels.attributes(row);
    assertChannelInvariants({ key: channelKey(token, identifier), ...funds, lockedAmount: [0n, 0n] });
  }
}

/** True where the balances of a channel are its capacity. */
function addsUp(channels: ChannelColumns, row: number): boolean {
  const first = channels.near('balance', row, 0);
  const second = channels.near('balance', row, 1);
  const deposits = channels.near('totalDeposit', row, 0) + channels.near('totalDeposit', row, 1);
  const withdrawn = channels.near('totalWithdraw', row, 0) + channels.near('totalWithdraw', row, 1);
  if (first < 0 || second < 0) return false;
  // Compared in doubles, which is exact while no sum is rounded.
  if (first + second < EXACT && deposits < EXACT && withdrawn < EXACT)
    return first + second === deposits - withdrawn;
  const held = channels.balance(row, 0) + channels.balance(row, 1);
  const left = channels.totalDeposit(row, 0) + channels.totalDeposit(row, 1);
  return held === left - channels.totalWithdraw(row, 0) - channels.totalWithdraw(row, 1);
}

function assertLocked(key: string, end: 0 | 1, locked: Amount, balance: Amount): void {
  if (locked < 0n) throw new InvariantError(`channel ${key}: locked amount of end ${end} is ${locked}`);
  if (locked > balance)
    throw new InvariantError(`channel ${key}: end ${end} has ${locked} locked but a balance of ${balance}`);
}

function assertCapacity(
  key: string,
  { totalDeposit, totalWithdraw, balance }: Pick<ChannelFunds, 'totalDeposit' | 'totalWithdraw' | 'balance'>,
): void {
  const capacity = totalDeposit[0] + totalDeposit[1] - totalWithdraw[0] - totalWithdraw[1];
  if (balance[0] + balance[1] !== capacity)
    throw new InvariantError(
      `channel ${key}: balances ${balance[0]} + ${balance[1]} do not add up to the capacity ${capacity}`,
    );
}
