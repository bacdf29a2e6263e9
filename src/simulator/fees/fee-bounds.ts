import type { FeeInterval, NearMediation } from '../../ports/fee-policy.ts';
import { penaltyNear, PIECES, pieceNear, pointNear, pointPenalty } from './near-curve.ts';

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

/** Bounds of the fee for `amountOut`: what raidenFees.amountIn gives lies between them, or is undefined where they are Infinity. */
export function boundFee(mediation: NearMediation, amountOut: number, bounds: FeeInterval): void {
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
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
  let fee = share * amountOut + flatOf(mediation);
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
    fee = crossing(mediation, amountOut, fee - before, own);
    size += 2 * before + Math.abs(fee) + capacityIn * POSITION_SHARE;
  } else {
    fee /= 1 - own;
  }
  const error = size * ERROR + 0.5;
  const least = Math.max(0, fee - error);
  const most = Math.max(0, fee) + error;
  if (amountOut + most <= limit * (1 - MARGIN)) write(bounds, least, most);
  else if (amountOut + least > limit * (1 + MARGIN))
    write(bounds, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

// The fee on the piece of the incoming curve where it is what comes in beyond `amountOut`; `rest`: what is charged besides.
function crossing(mediation: NearMediation, amountOut: number, rest: number, own: number): number {
  const { scheduleIn, balanceIn, capacityIn } = mediation;
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

function flatOf({ scheduleIn, scheduleOut }: NearMediation): number {
  if (scheduleIn.flat === 0n && scheduleOut.flat === 0n) return 0;
  return Number(scheduleIn.flat + scheduleOut.flat);
}

function write(bounds: FeeInterval, least: number, most: number): void {
  bounds.least = least;
  bounds.most = most;
}
