import fc from 'fast-check';
import type { StepAmount } from '../../../model/scenario/step-amount.ts';

// Where doubles end, and where the contracts' integers do (2^256 - 1 over all that is in one network).
const LARGE = [2n ** 53n, 2n ** 64n, 10n ** 18n, 2n ** 128n, 2n ** 200n];

/** Deposits of channel ends: often little, so that limits are met, sometimes more than a double can count. */
export function deposits(): fc.Arbitrary<bigint> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.bigInt(0n, 30n) },
    { weight: 7, arbitrary: fc.bigInt(50n, 3_000n) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...LARGE), fc.bigInt(-2n, 2n)).map(([base, plus]) => base + plus),
    },
  );
}

/** A few units: what most calls of most people are. */
export function fewUnits({ least = 0n }: { readonly least?: bigint } = {}): fc.Arbitrary<bigint> {
  return fc.bigInt(least, 60n);
}

/** An amount by what it is held against: well within it, right at it, or one beyond; often a few units. */
export function amounts(limits: { readonly least?: bigint } = {}): fc.Arbitrary<StepAmount> {
  return fc.oneof(
    { weight: 3, arbitrary: fewUnits(limits) },
    // Amounts that get through, with something left for fees.
    {
      weight: 4,
      arbitrary: fc.record({
        of: fc.constantFrom('route' as const, 'channel' as const),
        percent: fc.constantFrom(25, 50, 80),
        plus: fc.constant(0n),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        of: fc.constantFrom(...LIMITS),
        percent: fc.constant(100),
        plus: fc.constantFrom(0n, 0n, 1n, -1n),
      }),
    },
  );
}

// Those that are mostly met, more often.
const LIMITS = ['route', 'route', 'route', 'channel', 'channel', 'channel', 'node', 'network'] as const;
