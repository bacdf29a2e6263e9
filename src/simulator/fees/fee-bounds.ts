import type { FeeSchedule } from '../../model/network/fees.ts';
import type { FeeInterval, NearMediation } from '../../ports/fee-policy.ts';
import {
  PIECES,
  penaltyNear,
  pieceNear,
  pointNear,
  pointPenalty,
  riseNear,
  steepestRise,
} from './imbalance-curve.ts';

// Within these the fee changes by less than 0.9 for a unit of the amount (fee-crossing.ts), so that there is one
// crossing.
const GENTLE_CAPACITY = 400;
const GENTLE_PPM = 500_000;
const MILLION = 1e6;
// Relative to the sum of what is added up, whatever its sign: some twenty roundings of 2^-53 each, divided by at
// least 0.1.
const ERROR = 2 ** -44;
// Penalties before and after, each at most so many ppm of the capacity: twice that.
const HALF_MILLION = MILLION / 2;
// A balance that is rounded by 2^-53 of a capacity moves a penalty by less than a fifth of that; with ERROR, 2^-52.
const POSITION_SHARE = 2 ** -8;
// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -48;
// Rounding the points of a curve to whole units makes it steeper by less than 80 / capacity (fee-crossing.ts), which is
// little from here on.
const SMOOTH_CAPACITY = 4_000;
const ROUGHNESS = 80 / SMOOTH_CAPACITY;

/** Bounds of the fee: what raidenFees.amountIn gives lies between them, or is undefined where they are Infinity. */
export function boundFee(mediation: NearMediation, bounds: FeeInterval): void {
  const { given, balanceOut, receivable, scheduleIn, scheduleOut } = mediation;
  // Negative fees are left to the exact solver.
  if (scheduleIn.isUncapped === true || scheduleOut.isUncapped === true) return writeUnknown(bounds);
  const limit = Math.min(balanceOut, receivable);
  if (limit <= 0 || given > limit * (1 + MARGIN)) return writeImpossible(bounds);
  boundOnCurves('in', mediation, bounds);
  const { least, most } = bounds;
  if (given + least > limit * (1 + MARGIN)) writeImpossible(bounds);
  else if (given + most > limit * (1 - MARGIN)) writeUnknown(bounds);
}

/** Bounds of the fee that is kept of what is given: raidenFees.amountOut gives the rest of it; read like boundFee's. */
export function boundKeptFee(mediation: NearMediation, bounds: FeeInterval): void {
  const { given, balanceOut } = mediation;
  boundOnCurves('out', mediation, bounds);
  const { least, most } = bounds;
  if (given - most > balanceOut * (1 + MARGIN)) writeImpossible(bounds);
  else if (given - most < 1 || given - least > balanceOut * (1 - MARGIN)) writeUnknown(bounds);
}

// As if there were no limit.
function boundOnCurves(unknown: 'in' | 'out', mediation: NearMediation, bounds: FeeInterval): void {
  const { scheduleIn, scheduleOut, capacityIn, capacityOut } = mediation;
  const moving = unknown === 'in' ? scheduleIn : scheduleOut;
  if (moving.proportionalPpm > GENTLE_PPM) return writeUnknown(bounds);
  if (hasCurve(scheduleIn, capacityIn) || hasCurve(scheduleOut, capacityOut)) {
    if (!mediation.isOnCurves) return writeImpossible(bounds);
    // A channel of a few hundred units: points of a curve are rounded by more than the curve rises.
    if (Math.min(capacityIn, capacityOut) < GENTLE_CAPACITY) return writeUnknown(bounds);
  }
  writeFee(unknown, mediation, bounds);
}

function writeFee(unknown: 'in' | 'out', mediation: NearMediation, bounds: FeeInterval): void {
  const { given, scheduleIn, scheduleOut, balanceIn, balanceOut, capacityIn, capacityOut } = mediation;
  const isIn = unknown === 'in';
  const share = (scheduleIn.proportionalPpm + scheduleOut.proportionalPpm) / MILLION;
  let fee = share * given + flatOf(scheduleIn) + flatOf(scheduleOut);
  let size = fee;
  // The channel that the given amount goes through.
  const still = isIn ? scheduleOut : scheduleIn;
  const stillCapacity = isIn ? capacityOut : capacityIn;
  if (hasCurve(still, stillCapacity)) {
    const balance = isIn ? balanceOut : balanceIn;
    fee += riseNear(stillCapacity, still.imbalancePpm, balance, isIn ? balance - given : balance + given);
    size += stillCapacity * (POSITION_SHARE + still.imbalancePpm / HALF_MILLION);
  }
  // The other one: a fee makes more come in, or less go out.
  const moving = isIn ? scheduleIn : scheduleOut;
  const capacity = isIn ? capacityIn : capacityOut;
  const ownShare = (isIn ? moving.proportionalPpm : -moving.proportionalPpm) / MILLION;
  if (hasCurve(moving, capacity)) {
    const balance = isIn ? balanceIn : balanceOut;
    fee = crossing(capacity, moving.imbalancePpm, balance, isIn ? given : -given, fee, ownShare);
    size += Math.abs(fee) + capacity * (POSITION_SHARE + moving.imbalancePpm / HALF_MILLION);
  } else {
    fee /= 1 - ownShare;
  }
  // A whole number, half a unit from the crossing at most.
  const error = size * ERROR + 0.5;
  bounds.least = Math.max(0, Math.ceil(fee - error));
  bounds.most = Math.max(0, Math.floor(fee + error));
}

/** A bound of the fees that mediators charge at most where ends can send more than it and the amount (FeePolicy). */
export function greatestFee(schedule: FeeSchedule, amountOut: number): number {
  const { proportionalPpm, imbalancePpm } = schedule;
  if (proportionalPpm > GENTLE_PPM) return Number.POSITIVE_INFINITY;
  const share = proportionalPpm / MILLION;
  const rise = imbalancePpm === 0 ? 0 : steepestRise(imbalancePpm) + ROUGHNESS;
  // The amount is charged on both sides, the fee where it comes in: fee = (2 flat + ...) / (1 - ...).
  const fee = (2 * flatOf(schedule) + 2 * (share + rise) * amountOut) / (1 - share - rise);
  if (fee === 0) return 0;
  const least = imbalancePpm === 0 ? 0 : SMOOTH_CAPACITY - amountOut;
  return Math.max(least, Math.ceil(fee * (1 + MARGIN) + 0.5));
}

// The fee where it is what is charged besides and by how much the penalty rises for `more` and the fee on the balance.
function crossing(
  capacity: number,
  ppm: number,
  balance: number,
  more: number,
  besides: number,
  own: number,
): number {
  const without = balance + more;
  let right = pieceNear(capacity, without);
  let fee = 0;
  for (let steps = 0; steps < PIECES; steps += 1) {
    const x0 = pointNear(capacity, right - 1);
    const x1 = pointNear(capacity, right);
    const y0 = pointPenalty(capacity, ppm, x0);
    const slope = (pointPenalty(capacity, ppm, x1) - y0) / (x1 - x0);
    // Mostly the whole rise lies on one piece.
    const rise =
      balance >= x0 && balance <= x1
        ? slope * more
        : y0 + slope * (without - x0) - penaltyNear(capacity, ppm, balance);
    fee = (besides + rise) / (1 - own - slope);
    if (without + fee > x1 && right < PIECES) right += 1;
    else if (without + fee < x0 && right > 1) right -= 1;
    else break;
  }
  return fee;
}

function hasCurve({ imbalancePpm }: FeeSchedule, capacity: number): boolean {
  return imbalancePpm !== 0 && capacity > 0;
}

function flatOf({ flat, flatThousandths = 0 }: FeeSchedule): number {
  return (flat === 0n ? 0 : Number(flat)) + flatThousandths / 1000;
}

function writeImpossible(bounds: FeeInterval): void {
  bounds.least = Number.POSITIVE_INFINITY;
  bounds.most = Number.POSITIVE_INFINITY;
}

function writeUnknown(bounds: FeeInterval): void {
  bounds.least = 0;
  bounds.most = Number.POSITIVE_INFINITY;
}
