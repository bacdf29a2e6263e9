import type { Amount } from '../../model/network/amount.ts';
import { flatOf, isFreeOfFees, shareOf, WHOLE_SHARE } from '../../model/network/fees.ts';
import type { FeePolicy, Mediation } from '../../ports/fee-policy.ts';
import { type Fraction, roundHalfEven } from '../../statistics/fraction.ts';
import { boundFee, boundKeptFee, greatestFee } from './fee-bounds.ts';
import { feeCrossing, isUncapped } from './fee-crossing.ts';

/** A mediation whose negative fees count as 0 unless it says otherwise (default: true, as in the Python node). */
export interface ChargedMediation extends Mediation {
  readonly capped?: boolean;
}

/** Flat, proportional and imbalance fees of both channels of a mediator (raiden.md 2.6). */
export const raidenFees: FeePolicy = {
  isFree: isFreeOfFees,
  amountIn: amountWithFees,
  boundFee,
  greatestFee,
  amountOut: amountWithoutFees,
};

const MILLION = 1_000_000n;

/**
 * The amount that must come in so that `amountOut` can go out (path-finding service, sender); `undefined`: none can.
 */
export function amountWithFees(mediation: ChargedMediation, amountOut: Amount): Amount | undefined {
  if (cannotMediate(mediation)) return undefined;
  const { scheduleIn, scheduleOut, balanceOut, receivable } = mediation;
  const limit = balanceOut < receivable ? balanceOut : receivable;
  if (!hasNoPenalty(mediation)) return feeCrossing({ mediation, limit, given: amountOut, unknown: 'in' });
  const numerator =
    amountOut * (WHOLE_SHARE + shareOf(scheduleOut)) + MILLION * (flatOf(scheduleIn) + flatOf(scheduleOut));
  return withinLimit({ numerator, denominator: WHOLE_SHARE - shareOf(scheduleIn) }, limit);
}

/** The amount that a mediator forwards of `amountIn`; `undefined`: nothing. */
export function amountWithoutFees(mediation: ChargedMediation, amountIn: Amount): Amount | undefined {
  if (cannotMediate(mediation)) return undefined;
  const { scheduleIn, scheduleOut, balanceOut: limit } = mediation;
  if (!hasNoPenalty(mediation)) {
    const fee = keptFee(mediation, amountIn);
    if (fee !== undefined) return amountIn - BigInt(fee);
    return feeCrossing({ mediation, limit, given: amountIn, unknown: 'out' });
  }
  const numerator =
    amountIn * (WHOLE_SHARE - shareOf(scheduleIn)) - MILLION * (flatOf(scheduleIn) + flatOf(scheduleOut));
  return withinLimit({ numerator, denominator: WHOLE_SHARE + shareOf(scheduleOut) }, limit);
}

// Undefined where only exact fractions can tell.
function keptFee(mediation: ChargedMediation, amountIn: Amount): number | undefined {
  if (isUncapped(mediation) || !isOnCurves(mediation, amountIn)) return undefined;
  const near = {
    given: Number(amountIn),
    scheduleIn: mediation.scheduleIn,
    scheduleOut: mediation.scheduleOut,
    balanceIn: Number(mediation.balanceIn),
    balanceOut: Number(mediation.balanceOut),
    receivable: Number(mediation.receivable),
    capacityIn: Number(mediation.capacityIn),
    capacityOut: Number(mediation.capacityOut),
    isOnCurves: true,
  };
  const bounds = { least: 0, most: 0 };
  boundKeptFee(near, bounds);
  return bounds.least === bounds.most && bounds.most < Number.POSITIVE_INFINITY ? bounds.least : undefined;
}

// True when the balances after the mediation lie on the curves or, without a curve, within the channel.
function isOnCurves(mediation: ChargedMediation, amountIn: Amount): boolean {
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
  const hasCurveIn = scheduleIn.imbalancePpm !== 0 && capacityIn !== 0n;
  const hasCurveOut = scheduleOut.imbalancePpm !== 0 && capacityOut !== 0n;
  return (
    balanceIn + amountIn <= (hasCurveIn ? capacityIn : balanceIn + receivable) &&
    (!hasCurveOut || balanceOut <= capacityOut)
  );
}

function cannotMediate({ balanceOut, receivable }: ChargedMediation): boolean {
  return balanceOut <= 0n || receivable <= 0n;
}

function hasNoPenalty({ scheduleIn, scheduleOut }: ChargedMediation): boolean {
  return scheduleIn.imbalancePpm === 0 && scheduleOut.imbalancePpm === 0;
}

// Without penalty the fee is a straight line, and the equation solves itself.
function withinLimit(solution: Fraction, limit: Amount): Amount | undefined {
  const { numerator, denominator } = solution;
  if (numerator <= 0n || denominator <= 0n || numerator > limit * denominator) return undefined;
  const amount = roundHalfEven(solution);
  return amount > 0n ? amount : undefined;
}

/** The most a sender hands over for a payment of `amount`: the amount and the highest fee it accepts, rounded down. */
export function mostToSend(amount: Amount, maxFeePercent: number): Amount {
  // Percents with up to six decimals, exactly.
  return amount + (amount * BigInt(Math.round(maxFeePercent * 1e6))) / 100_000_000n;
}
