import type { FeeSchedule } from '../../model/network/fees.ts';
import type { FeeInterval, NearMediation } from '../../ports/fee-policy.ts';
import { penaltyNear, PIECES, pieceNear, pointNear, pointPenalty, steepestRise } from './near-curve.ts';

// Within these the fee changes by less than 0.9 for a unit of the amount (fee-crossing.ts), so that there is one crossing.
const GENTLE_CAPACITY = 400;
const GENTLE_PPM = 500_000;
const MILLION = 1e6;
// Relative to the sum of what is added up, whatever its sign: some twenty roundings of 2^-53 each, divided by at least 0.1.
const ERROR = 2 ** -44;
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
  const { amountOut, scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } =
    mediation;
  const limit = Math.min(balanceOut, receivable);
  if (limit <= 0 || amountOut > limit * (1 + MARGIN))
    return write(bounds, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  write(bounds, 0, Number.POSITIVE_INFINITY);
  if (amountOut > limit * (1 - MARGIN) || scheduleIn.proportionalPpm > GENTLE_PPM) return;
  const hasCurveIn = scheduleIn.imbalancePpm !== 0 && capacityIn > 0;
  const hasCurveOut = scheduleOut.imbalancePpm !== 0 && capacityOut > 0;
  if (hasCurveIn || hasCurveOut) {
    if (!mediation.isOnCurves) return write(bounds, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    // A channel of a few hundred units: points of a curve are rounded by more than the curve rises.
    if (Math.min(capacityIn, capacityOut) < GENTLE_CAPACITY) return;
  }
  const share = (scheduleIn.proportionalPpm + scheduleOut.proportionalPpm) / MILLION;
  let fee = share * amountOut + flatOf(scheduleIn) + flatOf(scheduleOut);
  let size = fee;
  if (hasCurveOut) {
    const before = penaltyNear(capacityOut, scheduleOut.imbalancePpm, balanceOut);
    const after = penaltyNear(capacityOut, scheduleOut.imbalancePpm, balanceOut - amountOut);
    fee += after - before;
    size += after + before + capacityOut * POSITION_SHARE;
  }
  const own = scheduleIn.proportionalPpm / MILLION;
  if (hasCurveIn) {
    const before = penaltyNear(capacityIn, scheduleIn.imbalancePpm, balanceIn);
    fee = crossing(mediation, fee - before, own);
    size += 2 * before + Math.abs(fee) + capacityIn * POSITION_SHARE;
  } else {
    fee /= 1 - own;
  }
  // A whole number, half a unit from the crossing at most.
  const error = size * ERROR + 0.5;
  const least = Math.max(0, Math.ceil(fee - error));
  const most = Math.max(0, Math.floor(fee + error));
  if (amountOut + most <= limit * (1 - MARGIN)) write(bounds, least, most);
  else if (amountOut + least > limit * (1 + MARGIN))
    write(bounds, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** A bound of the fees that mediators charge at most where ends can send more than it and the amount (FeePolicy). */
export function greatestFee({ flat, proportionalPpm, imbalancePpm }: FeeSchedule, amountOut: number): number {
  if (proportionalPpm > GENTLE_PPM) return Number.POSITIVE_INFINITY;
  const share = proportionalPpm / MILLION;
  const rise = imbalancePpm === 0 ? 0 : steepestRise(imbalancePpm) + ROUGHNESS;
  // What is charged by the amount on both sides, and by the fee where it comes in: fee = (2 flat + ...) / (1 - ...).
  const fee = (2 * flatOf({ flat }) + 2 * (share + rise) * amountOut) / (1 - share - rise);
  if (fee === 0) return 0;
  const least = imbalancePpm === 0 ? 0 : SMOOTH_CAPACITY - amountOut;
  return Math.max(least, Math.ceil(fee * (1 + MARGIN) + 0.5));
}

// The fee on the piece of the incoming curve where it is what comes in beyond `amountOut`; `rest`: what is charged besides.
function crossing(
  { amountOut, scheduleIn, balanceIn, capacityIn }: NearMediation,
  rest: number,
  own: number,
): number {
  const ppm = scheduleIn.imbalancePpm;
  const without = balanceIn + amountOut;
  let right = pieceNear(capacityIn, without);
  let fee = 0;
  for (let steps = 0; steps < PIECES; steps += 1) {
    const x0 = pointNear(capacityIn, right - 1);
    const x1 = pointNear(capacityIn, right);
    const y0 = pointPenalty(capacityIn, ppm, x0);
    const slope = (pointPenalty(capacityIn, ppm, x1) - y0) / (x1 - x0);
    fee = (rest + y0 + slope * (without - x0)) / (1 - own - slope);
    if (without + fee > x1 && right < PIECES) right += 1;
    else if (without + fee < x0 && right > 1) right -= 1;
    else break;
  }
  return fee;
}

function flatOf({ flat }: Pick<FeeSchedule, 'flat'>): number {
  return flat === 0n ? 0 : Number(flat);
}

function write(bounds: FeeInterval, least: number, most: number): void {
  bounds.least = least;
  bounds.most = most;
}
