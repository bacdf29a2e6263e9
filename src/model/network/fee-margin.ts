import type { Amount } from './amount.ts';

// 3 % of the fee plus 0.05 % of the amount (raiden.md 2.3), over their common denominator.
const FEE_SHARE = 60n;
const AMOUNT_SHARE = 1n;
const DENOMINATOR = 2000n;

/** What a sender adds to the estimated fee because fees may move while the payment is on its way. */
export function feeMargin({
  amount,
  estimatedFee,
}: {
  readonly amount: Amount;
  readonly estimatedFee: bigint;
}): Amount {
  if (estimatedFee === 0n) return 0n;
  const size = estimatedFee < 0n ? -estimatedFee : estimatedFee;
  return (size * FEE_SHARE + amount * AMOUNT_SHARE + DENOMINATOR - 1n) / DENOMINATOR;
}
