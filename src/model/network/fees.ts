import type { Amount } from './amount.ts';

/**
 * The charge of a mediator per channel it uses (Raiden mediation fees, raiden.md 2.6).
 * A mediation pays the incoming and the outgoing channel's schedule.
 */
export interface FeeSchedule {
  /** Smallest units per channel and mediation. */
  readonly flat: Amount;
  /** Thousandths of a smallest unit beside `flat`, 1 to 999; absent: none. Lightning nodes charge millisatoshi. */
  readonly flatThousandths?: number;
  /** Parts per million of the mediated amount, per channel: 0 to 1,000,000, with up to three decimals. */
  readonly proportionalPpm: number;
  /** Strength of the imbalance penalty in ppm of the channel capacity: 0 to 50,000; 0 means none. */
  readonly imbalancePpm: number;
  /** Negative fees are paid out; absent: they count as 0, as nodes do unless told otherwise. */
  readonly isUncapped?: true;
}

/**
 * By channel, the capacity by which the path-finding service estimates its imbalance fees, where that is not the one it has:
 * nodes that have withdrawn told it the one of before (python-node.md 6).
 */
export type ToldCapacities = ReadonlyMap<string, Amount>;

/** The fees of nodes whose fees are not known. */
export const NO_FEES: FeeSchedule = { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 };

/** The fees of a Raiden node that was started without any (raiden.md 2.6). */
export const DEFAULT_NODE_FEES: FeeSchedule = { flat: 0n, proportionalPpm: 4_000, imbalancePpm: 3_000 };

/** True for a schedule that charges nothing. */
export function isFreeOfFees(schedule: FeeSchedule): boolean {
  return flatOf(schedule) === 0n && shareOf(schedule) === 0n && schedule.imbalancePpm === 0;
}

/** The flat part in thousandths of a smallest unit. */
export function flatOf(schedule: FeeSchedule): bigint {
  return termsOf(schedule).flat;
}

/** The proportional part in thousandths of a part per million, of which the whole amount has `WHOLE_SHARE`. */
export function shareOf(schedule: FeeSchedule): bigint {
  return termsOf(schedule).share;
}

const TERMS = new WeakMap<FeeSchedule, { readonly flat: bigint; readonly share: bigint }>();

// Each payment asks for those of all mediators on its way: they are computed once.
function termsOf(schedule: FeeSchedule) {
  const known = TERMS.get(schedule);
  if (known !== undefined) return known;
  const { flat, flatThousandths = 0, proportionalPpm } = schedule;
  const terms = {
    flat: flat * 1000n + BigInt(flatThousandths),
    share: BigInt(Math.round(proportionalPpm * 1000)),
  };
  TERMS.set(schedule, terms);
  return terms;
}

export const WHOLE_SHARE = 1_000_000_000n;

/** The most that any of these charges, of each kind of fee: a bound for all of them. */
export function dearestOf(schedules: Iterable<FeeSchedule>): FeeSchedule {
  let { flat, proportionalPpm, imbalancePpm } = NO_FEES;
  for (const schedule of schedules) {
    const most = schedule.flatThousandths === undefined ? schedule.flat : schedule.flat + 1n;
    if (most > flat) flat = most;
    proportionalPpm = Math.max(proportionalPpm, schedule.proportionalPpm);
    imbalancePpm = Math.max(imbalancePpm, schedule.imbalancePpm);
  }
  return { flat, proportionalPpm, imbalancePpm };
}

// Shares of the fee and of the amount (raiden.md 2.3).
const FEE_SHARE = 0.03;
const AMOUNT_SHARE = 0.0005;

/** The margin that a sender adds to the estimated fee, because fees may move while the payment is on its way. */
export function feeMargin({
  amount,
  estimatedFee,
}: {
  readonly amount: Amount;
  readonly estimatedFee: bigint;
}): Amount {
  if (estimatedFee === 0n) return 0n;
  const size = estimatedFee < 0n ? -estimatedFee : estimatedFee;
  // In doubles, as the Python node has it.
  return BigInt(Math.ceil(Number(size) * FEE_SHARE + Number(amount) * AMOUNT_SHARE));
}

/**
 * The share of the amount that a Raiden node takes in each channel, in ppm, of the one that its command line gives for a
 * mediation through two (raiden.md 2.6).
 */
export function sharePerChannel(ppm: number): number {
  const share = ppm / 1e6;
  return Math.round((share / (share + 2)) * 1e6);
}
