// 1/20 of the capacity: an end that holds less can hardly send.
const DEPLETED_DIVISOR = 20;
// Sums of smaller numbers, and twenty times as much, are exact in doubles.
const EXACT = 2 ** 48;

/** True for an end that can hardly send. */
export function isDepleted(balance: bigint, capacity: bigint): boolean {
  return balance * BigInt(DEPLETED_DIVISOR) < capacity;
}

/** The end that holds less than 5 % of the capacity; `null` when both can send. */
export function depletedEnd([first, second]: readonly [bigint, bigint]): 0 | 1 | null {
  const capacity = first + second;
  if (capacity === 0n) return null;
  if (isDepleted(first, capacity)) return 0;
  return isDepleted(second, capacity) ? 1 : null;
}

/** The same of the nearest doubles; `undefined`: they are too large to tell. */
export function nearlyDepletedEnd(first: number, second: number): 0 | 1 | null | undefined {
  const capacity = first + second;
  if (capacity >= EXACT) return undefined;
  if (capacity === 0) return null;
  if (first * DEPLETED_DIVISOR < capacity) return 0;
  return second * DEPLETED_DIVISOR < capacity ? 1 : null;
}
