import type { Amount } from './amount.ts';

/**
 * What a mediator charges per channel it uses (Raiden mediation fees, raiden.md 2.6).
 * A mediation pays the incoming and the outgoing channel's schedule.
 */
export interface FeeSchedule {
  /** Smallest units per channel and mediation. */
  readonly flat: Amount;
  /** Parts per million of the mediated amount, per channel: 0 to 1,000,000. */
  readonly proportionalPpm: number;
  /** Strength of the imbalance penalty in ppm of the channel capacity: 0 to 50,000; 0 means none. */
  readonly imbalancePpm: number;
}

/** What nodes charge of which nothing else is known. */
export const NO_FEES: FeeSchedule = { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 };

/** What a Raiden node charges that nobody has configured (raiden.md 2.6). */
export const DEFAULT_NODE_FEES: FeeSchedule = { flat: 0n, proportionalPpm: 4_000, imbalancePpm: 3_000 };

/** The most that any of these charges, of each kind of fee: a bound for all of them. */
export function dearestOf(schedules: Iterable<FeeSchedule>): FeeSchedule {
  let { flat, proportionalPpm, imbalancePpm } = NO_FEES;
  for (const schedule of schedules) {
    if (schedule.flat > flat) flat = schedule.flat;
    proportionalPpm = Math.max(proportionalPpm, schedule.proportionalPpm);
    imbalancePpm = Math.max(imbalancePpm, schedule.imbalancePpm);
  }
  return { flat, proportionalPpm, imbalancePpm };
}
