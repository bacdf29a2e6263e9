import { type Amount, type AmountRange, larger, NOTHING, smaller } from '../../model/network/amount.ts';
import { dearestOf, type FeeSchedule, flatOf, shareOf, WHOLE_SHARE } from '../../model/network/fees.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { fraction, roundHalfEven } from '../../statistics/fraction.ts';

const MILLION = 1_000_000n;
// The penalty is a line between 21 points of a power of the balance, the tenth at most (raiden.md 2.6).
const LINES = 20;
const STEEPEST_EXPONENT = 10;
const EXPONENT_PER_PPM = 50_000;

/** A mediator's own end of a channel while it mediates. */
export interface ChargedEnd {
  readonly balance: AmountRange;
  readonly capacity: Amount;
  /** The channel has held as much from the beginning on. */
  readonly isSteady: boolean;
}

/**
 * The charge of a mediator whatever its balances are: to the unit without an imbalance penalty, else within what the
 * penalty can change while the amount moves. Fees below zero count as none where nodes cap them, as by default.
 */
export class MediatorCharge {
  /** In thousandths of a unit. */
  readonly #flat: bigint;
  readonly #share: bigint;
  /** The share of the amount, in parts per million, that the penalties of both channels change at most. */
  readonly #slopePpm: bigint;
  readonly #highestPenalty: Amount | undefined;
  readonly #imbalancePpm: number;
  /** Fees below zero are paid out. */
  readonly isUncapped: boolean;

  /** `capacity`: of the mediator's largest channel; `undefined`: it may grow. */
  constructor(schedule: FeeSchedule, capacity: Amount | undefined) {
    const { imbalancePpm, isUncapped } = schedule;
    this.isUncapped = isUncapped === true;
    this.#flat = 2n * flatOf(schedule);
    this.#imbalancePpm = imbalancePpm;
    this.#share = shareOf(schedule);
    this.#slopePpm = BigInt(Math.ceil(2 * LINES * shareOfLastLine(imbalancePpm) * imbalancePpm));
    this.#highestPenalty =
      capacity === undefined
        ? undefined
        : 2n * roundedUp(capacity * BigInt(imbalancePpm), MILLION) + ROUNDING;
  }

  get isFree(): boolean {
    return this.#flat === 0n && this.#share === 0n && this.#slopePpm === 0n;
  }

  /** The amount that has to come in so that this can go out; `penalty`: what is known of it. */
  before(out: AmountRange, penalty?: AmountRange): AmountRange {
    const comesIn = (goesOut: Amount): Amount =>
      roundHalfEven(
        fraction(goesOut * (WHOLE_SHARE + this.#share) + MILLION * this.#flat, WHOLE_SHARE - this.#share),
      );
    const [low, high] = [comesIn(out.least), comesIn(out.most)];
    const least = low + (penalty?.least ?? -this.#penalty(out.least));
    const most = high + (penalty?.most ?? this.#penalty(high));
    if (this.isUncapped) return { least: larger(least, 0n), most: larger(most, 0n) };
    return { least: larger(least, out.least), most: larger(most, out.most) };
  }

  /** The amount that has to fit into the channel so that so much can go out: what has to come in, not yet rounded. */
  roomBefore(amount: Amount): Amount {
    if (this.isFree) return amount;
    const room = roundedUp(
      amount * (WHOLE_SHARE + this.#share) + MILLION * this.#flat,
      WHOLE_SHARE - this.#share,
    );
    return room + this.#penalty(room);
  }

  /** The amount that goes out when this comes in; `penalty`: what is known of it. */
  after(comesIn: AmountRange, penalty?: AmountRange): AmountRange {
    const goesOut = (comes: Amount): Amount =>
      roundHalfEven(
        fraction(comes * (WHOLE_SHARE - this.#share) - MILLION * this.#flat, WHOLE_SHARE + this.#share),
      );
    const least = goesOut(comesIn.least) - (penalty?.most ?? this.#penalty(comesIn.least));
    const most = goesOut(comesIn.most) - (penalty?.least ?? -this.#penalty(comesIn.most));
    if (this.isUncapped) return { least: larger(least, 0n), most };
    return { least: larger(smaller(least, comesIn.least), 0n), most: smaller(most, comesIn.most) };
  }

  /**
   * By how much the penalties of both channels change while such an amount comes in by the one and goes out by the other.
   * `undefined`: a channel may have grown, and with it the curve of its penalties.
   */
  penaltyBetween(incoming: ChargedEnd, outgoing: ChargedEnd, amount: AmountRange): AmountRange | undefined {
    if (this.#slopePpm === 0n) return NOTHING;
    if (!incoming.isSteady || !outgoing.isSteady) return undefined;
    const by = nearly(amount);
    const [into, from] = [nearly(incoming.balance), nearly(outgoing.balance)];
    const [wholeIn, wholeOut] = [Number(incoming.capacity), Number(outgoing.capacity)];
    const falling = this.#riseNear(into.least, wholeIn, -1) - this.#riseNear(from.most, wholeOut, 1);
    const rising =
      this.#riseNear(into.most + by.most, wholeIn, 1) - this.#riseNear(from.least - by.most, wholeOut, -1);
    // A quarter more, because what the penalty takes or gives changes the amount that it is reckoned of.
    const least = falling < 0 ? falling * by.most * 1.25 : falling * by.least * 0.75;
    const most = rising > 0 ? rising * by.most * 1.25 : rising * by.least * 0.75;
    const rough = roughness(by.most, wholeIn) + roughness(by.most, wholeOut);
    return { least: BigInt(Math.floor(least - rough)), most: BigInt(Math.ceil(most + rough)) };
  }

  // The curve is a chain of lines through points of a power of the balance: a line rises as the power does within it.
  #riseNear(balance: number, whole: number, towards: 1 | -1): number {
    if (whole === 0) return 0;
    const middle = whole / 2;
    const at = Math.min(Math.max(balance + (towards * whole) / LINES, 0), whole);
    const share = (at - middle) / middle;
    const steepness = Math.min(STEEPEST_EXPONENT, EXPONENT_PER_PPM / this.#imbalancePpm) - 1;
    // Next to a power that is not whole, the next one down is larger, and the next one up smaller.
    const power = share * towards > 0 ? Math.floor(steepness) : Math.ceil(steepness);
    const slope = ((2 * this.#imbalancePpm) / Number(MILLION)) * (steepness + 1);
    return Math.sign(share) * slope * powerOf(Math.abs(share), power);
  }

  /** The most that so many mediations of so much in all can bring. */
  mostOf({ mediations, volume }: { readonly mediations: bigint; readonly volume: Amount }): Amount {
    if (this.isFree) return 0n;
    const shares = 2n * this.#share + (1000n * this.#slopePpm * FIVE) / FOUR + 1n;
    return mediations * (this.#flat + ROUNDING) + roundedUp(volume * shares, WHOLE_SHARE - this.#share);
  }

  // A quarter more, because what the penalty takes or gives changes the amount that it is reckoned of.
  #penalty(amount: Amount): Amount {
    if (this.#slopePpm === 0n) return 0n;
    const moved = roundedUp(FIVE * amount * this.#slopePpm, FOUR * MILLION) + ROUNDING;
    return smaller(moved, this.#highestPenalty ?? moved);
  }
}

/**
 * The least that an end holds where a path-finding service surely names its channel: it weighs a hop as if its ends
 * mediated within it, and takes none that lacks the fee for that (raiden.md 3.2).
 */
export function roomToPass(
  amount: Amount,
  channel: {
    readonly token: TokenName;
    readonly between: PerEnd<NodeName>;
    readonly mostCapacity: Amount;
  },
  start: Network,
): Amount {
  const { token, between, mostCapacity } = channel;
  const schedules = between.flatMap((node) => start.getNodeAttribute(node, 'fees')?.[token] ?? []);
  if (schedules.length < between.length) return mostCapacity + 1n;
  return new MediatorCharge(dearestOf(schedules), mostCapacity).roomBefore(amount);
}

/**
 * Whether a path-finding service weighs a hop whose payer can send so much by its fees: past the middle of the payee's
 * fee curve it is a last resort (measured at live nodes). `perhaps` as well where the curve, or the fees, are not known.
 */
export function canBeWeighed(
  payee: NodeName,
  { balance, capacity, isSteady }: ChargedEnd,
  { token, start }: { readonly token: TokenName; readonly start: Network },
): 'always' | 'perhaps' | 'never' {
  const schedule = start.getNodeAttribute(payee, 'fees')?.[token];
  if (schedule?.imbalancePpm === 0 || capacity === 0n) return 'always';
  if (schedule === undefined || !isSteady) return 'perhaps';
  if (2n * balance.least > capacity) return 'never';
  return 2n * balance.most > capacity ? 'perhaps' : 'always';
}

// A fee weighs 100 / 10^18 of a hop for each unit (raiden.md 3.2).
const UNITS_A_HOP = 10n ** 16n;
const MOST_HOPS_WEIGHED = 100n;

/** True when fees of up to so much leave the order of ways to their hops. */
export function weighsAsHops(amount: Amount): boolean {
  return amount * MOST_HOPS_WEIGHED < UNITS_A_HOP;
}

/** True when it is known what a payer adds to its estimate of the fees: of the Python node (raiden.md 2.3). */
export function isMarginKnown(
  { scenario, dialects }: Pick<RunHeader, 'scenario' | 'dialects'>,
  payer: NodeName,
): boolean {
  return scenario.protocol.kind === 'raiden' && dialects?.[payer] === undefined;
}

const [FOUR, FIVE] = [4n, 5n];

/** Which part of the highest penalty the steepest line rises by. */
function shareOfLastLine(imbalancePpm: number): number {
  if (imbalancePpm === 0) return 0;
  const exponent = Math.ceil(Math.min(STEEPEST_EXPONENT, EXPONENT_PER_PPM / imbalancePpm));
  return 1 - powerOf(1 - 2 / LINES, exponent);
}

// Points of a curve are whole units, so that a line between two of them rises by one more or less.
function roughness(amount: number, capacity: number): number {
  return capacity === 0 ? 0 : Math.min(1, (amount * LINES) / capacity);
}

function nearly({ least, most }: AmountRange): Readonly<Record<keyof AmountRange, number>> {
  return { least: Number(least), most: Number(most) };
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let times = 0; times < exponent; times += 1) power *= base;
  return power;
}

// Points of the penalty curve and amounts are whole units, at both channels.
const ROUNDING = 2n;

function roundedUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
