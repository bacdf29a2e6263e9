import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';

/** What a mediation fee depends on: both channels of the mediator, seen from it. */
export interface Mediation {
  readonly scheduleIn: FeeSchedule;
  readonly scheduleOut: FeeSchedule;
  /** Own balance in the incoming channel. */
  readonly balanceIn: Amount;
  /** Own balance in the outgoing channel. */
  readonly balanceOut: Amount;
  /** What the incoming channel can still bring: the payer's side of it. */
  readonly receivable: Amount;
  /** What both ends of each channel hold together, as the owner's fee curve has it. */
  readonly capacityIn: Amount;
  readonly capacityOut: Amount;
}

/** The formula by which mediators charge. Pure: the same mediation and amount, the same fee. */
export interface FeePolicy {
  /** True for a schedule that never charges anything, so that nothing need be looked up. */
  isFree(schedule: FeeSchedule): boolean;
  /** What must come in so that `amountOut` can go out; `undefined`: not possible. */
  amountIn(mediation: Mediation, amountOut: Amount): Amount | undefined;
  /** What goes out of `amountIn`; `undefined`: its fee leaves nothing. */
  amountOut(mediation: Mediation, amountIn: Amount): Amount | undefined;
}
