import { type Amount, MAX_AMOUNT } from '../model/network/amount.ts';
import type { AmountDistribution, DurationDistribution } from '../model/scenario/distribution.ts';
import type { RandomStream } from '../ports/random.ts';
import { exponentialDraw, normalDraw } from './continuous-draws.ts';
import { uniformInteger } from './uniform-integer.ts';

/**
 * Draws amounts of this distribution. Lognormal and pareto ones are rounded down and then lie between 1 and
 * their `max`; fixed, uniform and listed ones are as written, even 0.
 */
export function amountDrawer(distribution: AmountDistribution, stream: RandomStream): () => Amount {
  switch (distribution.kind) {
    case 'fixed':
      return () => distribution.amount;
    case 'uniform':
      return () => uniformInteger(distribution, stream);
    case 'lognormal': {
      const { median, sigma, max = MAX_AMOUNT } = distribution;
      return () => clamp(scaleAmount(median, Math.exp(sigma * normalDraw(stream))), max);
    }
    case 'pareto': {
      const { min, alpha, max = MAX_AMOUNT } = distribution;
      // U^(-1/alpha) = exp(-log(U) / alpha).
      return () => clamp(scaleAmount(min, Math.exp(exponentialDraw(stream) / alpha)), max);
    }
    case 'csv':
      return inTurn(distribution.values);
  }
}

/** Draws durations of this distribution, in milliseconds. */
export function durationDrawer(distribution: DurationDistribution, stream: RandomStream): () => number {
  switch (distribution.kind) {
    case 'fixed':
      return () => distribution.ms;
    case 'uniform': {
      const { minMs, maxMs } = distribution;
      return () => minMs + stream() * (maxMs - minMs);
    }
    case 'exponential':
      return () => distribution.meanMs * exponentialDraw(stream);
    case 'lognormal':
      return () => distribution.medianMs * Math.exp(distribution.sigma * normalDraw(stream));
  }
}

// 53 bits: what a double can tell apart below 1.
const FRACTION_BITS = 53n;
const FRACTION = 2 ** 53;

/** `amount * factor` rounded down, exact to the last unit the factor determines; `factor >= 0`, may be Infinity. */
export function scaleAmount(amount: Amount, factor: number): Amount {
  const scaled = factor * FRACTION;
  if (scaled === Number.POSITIVE_INFINITY) return MAX_AMOUNT;
  return (amount * BigInt(Math.floor(scaled))) >> FRACTION_BITS;
}

function clamp(amount: Amount, max: Amount): Amount {
  if (amount > max) return max;
  return amount < 1n && max >= 1n ? 1n : amount;
}

function inTurn(values: readonly Amount[]): () => Amount {
  let next = 0;
  return () => {
    const value = values[next] as Amount;
    next = (next + 1) % values.length;
    return value;
  };
}
