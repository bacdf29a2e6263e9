import type { Amount } from './amount.ts';
import type { PerEnd } from './network.ts';
import type { DrainedEnd } from '../load/load-watch.ts';

/** When an end of a channel was depleted for the first time: from then on it held less than 5 % of the capacity. */
export interface DepletedEnd extends DrainedEnd {
  /** The payment that depleted it; absent: a withdrawal or a swap did. */
  readonly payment?: number;
}

// 1/20 of the capacity: an end that holds less can hardly send.
const DEPLETED_DIVISOR = 20;
// Of what is below this, sums and twenty times as much are exact in doubles.
const EXACT = 2 ** 48;

/** The end that holds less than 5 % of the capacity; `null` when both can send. */
export function depletedEnd([first, second]: PerEnd<Amount>): 0 | 1 | null {
  const capacity = first + second;
  if (capacity === 0n) return null;
  if (first * BigInt(DEPLETED_DIVISOR) < capacity) return 0;
  return second * BigInt(DEPLETED_DIVISOR) < capacity ? 1 : null;
}

/** The same of the nearest doubles; `undefined`: they are too large to tell. */
export function nearlyDepletedEnd(first: number, second: number): 0 | 1 | null | undefined {
  const capacity = first + second;
  if (capacity >= EXACT) return undefined;
  if (capacity === 0) return null;
  if (first * DEPLETED_DIVISOR < capacity) return 0;
  return second * DEPLETED_DIVISOR < capacity ? 1 : null;
}
