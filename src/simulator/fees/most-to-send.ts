import type { Amount } from '../../model/network/amount.ts';

/** The most a sender hands over for a payment of `amount`: the amount and the highest fee it accepts, rounded down. */
export function mostToSend(amount: Amount, maxFeePercent: number): Amount {
  // Percents with up to six decimals, exactly.
  return amount + (amount * BigInt(Math.round(maxFeePercent * 1e6))) / 100_000_000n;
}
