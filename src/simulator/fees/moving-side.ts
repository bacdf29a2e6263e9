import type { Amount } from '../../model/network/amount.ts';
import type { Mediation } from '../../ports/fee-policy.ts';
import { type Fraction, fraction, minus, plus } from '../../statistics/fraction.ts';
import { ImbalanceCurve, penaltyAt } from './imbalance-curve.ts';

export const MILLION = 1_000_000n;

/** One side of a mediation is given, the other is looked for, up to a limit. */
export interface FeeQuestion {
  /** Where `capped` is false, negative fees are paid out. */
  readonly mediation: Mediation & { readonly capped?: boolean };
  readonly limit: Amount;
  readonly given: Amount;
  readonly unknown: 'in' | 'out';
}

/** The side of a mediation that is looked for: its fee is a chain of straight lines, one for each piece of its curve. */
export interface MovingSide {
  readonly question: FeeQuestion;
  readonly ppm: bigint;
  /** Undefined: this side has no penalty. */
  readonly curve: ImbalanceCurve | undefined;
  /** Own balance before. */
  readonly balance: Amount;
  /** What is charged whatever the unknown amount is, less the penalty at the balance before. */
  readonly charged: Fraction;
}

/** Undefined when an amount that may come in or go out does not lie on a curve: then nothing can be mediated. */
export function movingSide(question: FeeQuestion): MovingSide | undefined {
  const { given, limit, unknown, mediation } = question;
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
  const curveIn = curveOf(capacityIn, scheduleIn.imbalancePpm);
  const curveOut = curveOf(capacityOut, scheduleOut.imbalancePpm);
  const isIn = unknown === 'in';
  const [mostIn, mostOut] = isIn ? [limit, given] : [given, limit];
  if (balanceIn + mostIn > (curveIn?.capacity ?? balanceIn + receivable)) return undefined;
  if (balanceOut > (curveOut?.capacity ?? balanceOut) || mostOut > balanceOut) return undefined;
  const [still, moving] = isIn ? [scheduleOut, scheduleIn] : [scheduleIn, scheduleOut];
  const [stillCurve, curve] = isIn ? [curveOut, curveIn] : [curveIn, curveOut];
  const [before, after] = isIn ? [balanceOut, balanceOut - given] : [balanceIn, balanceIn + given];
  const balance = isIn ? balanceIn : balanceOut;
  const flat = (scheduleIn.flat + scheduleOut.flat) * MILLION + BigInt(still.proportionalPpm) * given;
  const rise = minus(penaltyOf(stillCurve, after), penaltyOf(stillCurve, before));
  const charged = minus(plus(fraction(flat, MILLION), rise), penaltyOf(curve, balance));
  return { question, ppm: BigInt(moving.proportionalPpm), curve, balance, charged };
}

/** Own balance once the unknown amount is x. */
export function balanceAfter({ question, balance }: MovingSide, x: Amount): Amount {
  return question.unknown === 'in' ? balance + x : balance - x;
}

/** The penalty of a side; 0 where it has none. */
export function penaltyOf(curve: ImbalanceCurve | undefined, balance: Amount): Fraction {
  return (curve && penaltyAt(curve, balance)) ?? fraction(0n);
}

function curveOf(capacity: Amount, imbalancePpm: number): ImbalanceCurve | undefined {
  return capacity === 0n || imbalancePpm === 0 ? undefined : new ImbalanceCurve(capacity, imbalancePpm);
}
