import type { Amount } from '../model/network/amount.ts';
import type { BalanceSplit } from '../model/scenario/distribution.ts';
import type { PerEnd } from '../model/network/network.ts';
import type { RandomStream } from '../ports/random.ts';
import { betaDraw } from '../runtime/continuous-draws.ts';
import { scaleAmount } from '../runtime/draw.ts';
import { uniformInteger } from '../runtime/uniform-integer.ts';

/** Splits capacities into what each end deposits; both always add up to the capacity. */
export function capacitySplitter(
  split: BalanceSplit,
  stream: RandomStream,
): (capacity: Amount) => PerEnd<Amount> {
  const first = firstShare(split, stream);
  return (capacity) => {
    const share = first(capacity);
    return [share, capacity - share];
  };
}

function firstShare(split: BalanceSplit, stream: RandomStream): (capacity: Amount) => Amount {
  switch (split.kind) {
    case 'equal':
      // An odd unit goes to the first end.
      return (capacity) => (capacity + 1n) / 2n;
    case 'one-sided':
      return (capacity) => (stream() < 0.5 ? capacity : 0n);
    case 'uniform':
      return (capacity) => uniformInteger({ min: 0n, max: capacity }, stream);
    case 'beta':
      return (capacity) => scaleAmount(capacity, betaDraw(split, stream));
  }
}
