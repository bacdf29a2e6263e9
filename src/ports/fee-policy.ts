import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';

/** A mediation, of which the fee depends: both channels of the mediator, seen from it. */
export interface Mediation {
  readonly scheduleIn: FeeSchedule;
  readonly scheduleOut: FeeSchedule;
  /** Own balance in the incoming channel. */
  readonly balanceIn: Amount;
  /** Own balance in the outgoing channel. */
  readonly balanceOut: Amount;
  /** The amount that the incoming channel can still bring: the payer's side of it. */
  readonly receivable: Amount;
  /** The capacity of each channel, as the owner's fee curve has it. */
  readonly capacityIn: Amount;
  readonly capacityOut: Amount;
}

/** A mediation in nearest doubles. Written anew for every channel end that a search weighs. */
export interface NearMediation {
  /** The known one of both amounts: what is to go out, where the question is what must come in. */
  given: number;
  scheduleIn: FeeSchedule;
  scheduleOut: FeeSchedule;
  balanceIn: number;
  balanceOut: number;
  receivable: number;
  capacityIn: number;
  capacityOut: number;
  /**
   * Exactly: all that may come in lies on the incoming channel's curve, and the balance of the outgoing one on its
   * own, where they have one.
   */
  isOnCurves: boolean;
}

/**
 * Between which numbers a fee lies. Both the same: that is the fee, to the unit. Both Infinity: the mediation is surely
 * not possible. 0 and Infinity: only the exact answer can tell.
 */
export interface FeeInterval {
  least: number;
  most: number;
}

/** The formula by which mediators charge. Pure: the same mediation and amount, the same fee. */
export interface FeePolicy {
  /** True for a schedule that never charges anything, so that nothing need be looked up. */
  isFree(schedule: FeeSchedule): boolean;
  /** The amount that must come in so that `amountOut` can go out; `undefined`: none can. */
  amountIn(mediation: Mediation, amountOut: Amount): Amount | undefined;
  /** Writes bounds of `amountIn - amountOut`, quickly and without allocating anything. */
  boundFee(mediation: NearMediation, bounds: FeeInterval): void;
  /**
   * A fee that no mediation exceeds whose schedules are no dearer than this one, where both ends can send more than that
   * fee and `amountOut`, and all of it lies on their curves: such a mediation is possible. Infinity: none is known.
   */
  greatestFee(dearest: FeeSchedule, amountOut: number): number;
  /** The amount that goes out of `amountIn`; `undefined`: the fee leaves nothing. */
  amountOut(mediation: Mediation, amountIn: Amount): Amount | undefined;
}
