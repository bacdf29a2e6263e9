import type { Amount } from '../model/network/amount.ts';

/**
 * Shares `total` out in proportion to `weights`, to the unit: each gets its exact share rounded down, and the units
 * left go to the largest remainders, earlier ones first. Weights that are all 0 count as equal.
 */
export function shareOut(total: Amount, weights: readonly Amount[]): readonly Amount[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((left, right) => left + right, 0n);
  if (sum === 0n)
    return shareOut(
      total,
      weights.map(() => 1n),
    );
  const shares = weights.map((weight) => (total * weight) / sum);
  const remainders = weights.map((weight) => (total * weight) % sum);
  const left = total - shares.reduce((one, other) => one + other, 0n);
  // Fewer units are left than there are weights, because each was rounded down by less than one.
  const order = weights
    .map((_, index) => index)
    .sort((one, other) => compare(remainders[other], remainders[one]) || one - other);
  for (const index of order.slice(0, Number(left))) shares[index] = (shares[index] as Amount) + 1n;
  return shares;
}

function compare(one: Amount | undefined, other: Amount | undefined): number {
  const difference = (one ?? 0n) - (other ?? 0n);
  return difference < 0n ? -1 : Number(difference > 0n);
}
