import { fieldError } from '../model/locate-faults.ts';
import type { Amount } from '../model/network/amount.ts';
import type { PerEnd } from '../model/network/network.ts';
import type { BalanceSplit } from '../model/scenario/distribution.ts';
import type { NetworkSpec } from '../model/scenario/scenario.ts';
import type { RandomSource, RandomStream } from '../ports/random.ts';
import type { Structure } from '../ports/topology.ts';
import { betaDraw } from '../runtime/continuous-draws.ts';
import { amountDrawer, scaleAmount } from '../runtime/draw.ts';
import { uniformInteger } from '../runtime/uniform-integer.ts';

/**
 * The deposits of both ends of each channel, in the structure's order. Capacities and splits come from streams of their
 * own, so another split leaves every capacity as it was.
 */
export function fundChannels(
  channels: Structure['channels'],
  spec: NetworkSpec,
  random: RandomSource,
): readonly PerEnd<Amount>[] {
  const drawCapacity = amountDrawer(spec.capacity, random.stream(`capacity ${spec.token}`), 'capacity');
  const drawn = channels.map(({ capacity, deposits }) =>
    deposits ? deposits[0] + deposits[1] : (capacity ?? drawCapacity()),
  );
  const capacities = spec.totalDeposit === undefined ? drawn : scaled(drawn, spec.totalDeposit);
  const split = capacitySplitter(spec.split, random.stream(`split ${spec.token}`));
  return channels.map(({ deposits }, index) => {
    const capacity = capacities[index] as Amount;
    return deposits ? inProportion(capacity, deposits) : split(capacity);
  });
}

function scaled(capacities: readonly Amount[], totalDeposit: Amount): readonly Amount[] {
  if (capacities.length === 0 && totalDeposit > 0n)
    throw fieldError('totalDeposit', `found ${totalDeposit} to share out, but the topology has no channels`);
  return shareOut(totalDeposit, capacities);
}

function inProportion(capacity: Amount, deposits: PerEnd<Amount>): PerEnd<Amount> {
  const [first, second] = shareOut(capacity, deposits);
  return [first as Amount, second as Amount];
}

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
