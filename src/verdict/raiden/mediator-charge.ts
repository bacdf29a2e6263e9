import type { Amount } from '../../model/network/amount.ts';
import { dearestOf, type FeeSchedule } from '../../model/network/fees.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { fraction, roundHalfEven } from '../../statistics/fraction.ts';
import type { AmountRange } from '../../model/replay/latitude.ts';
import type { ChannelLife } from '../story/channel-life.ts';

/** One amount that is certain. */
export function exactly(amount: Amount): AmountRange {
  return { least: amount, most: amount };
}

const MILLION = 1_000_000n;
// The penalty is a line between 21 points of a power of the balance, the tenth at most (raiden.md 2.6).
const LINES = 20;
const STEEPEST_EXPONENT = 10;
const EXPONENT_PER_PPM = 50_000;

/**
 * The charge of a mediator whatever its balances are: to the unit without an imbalance penalty, else within what the
 * penalty can change while the amount moves. Fees below zero count as none, as nodes have it by default.
 */
export class MediatorCharge {
  readonly #flat: Amount;
  readonly #ppm: bigint;
  /** Of the amount, in parts per million, that the penalties of both channels change at most. */
  readonly #slopePpm: bigint;
  readonly #highestPenalty: Amount | undefined;

  /** `capacity`: of the mediator's largest channel; `undefined`: it may grow. */
  constructor({ flat, proportionalPpm, imbalancePpm }: FeeSchedule, capacity: Amount | undefined) {
    this.#flat = 2n * flat;
    this.#ppm = BigInt(proportionalPpm);
    this.#slopePpm = BigInt(Math.ceil(2 * LINES * shareOfLastLine(imbalancePpm) * imbalancePpm));
    this.#highestPenalty =
      capacity === undefined
        ? undefined
        : 2n * roundedUp(capacity * BigInt(imbalancePpm), MILLION) + ROUNDING;
  }

  get isFree(): boolean {
    return this.#flat === 0n && this.#ppm === 0n && this.#slopePpm === 0n;
  }

  /** The amount that has to come in so that this can go out. */
  before(out: AmountRange): AmountRange {
    const comesIn = (goesOut: Amount): Amount =>
      roundHalfEven(fraction(goesOut * (MILLION + this.#ppm) + MILLION * this.#flat, MILLION - this.#ppm));
    const least = comesIn(out.least) - this.#penalty(out.least);
    const most = comesIn(out.most);
    return { least: least < out.least ? out.least : least, most: most + this.#penalty(most) };
  }

  /** The amount that has to fit into the channel so that so much can go out: what has to come in, not yet rounded. */
  roomBefore(amount: Amount): Amount {
    if (this.isFree) return amount;
    const room = roundedUp(amount * (MILLION + this.#ppm) + MILLION * this.#flat, MILLION - this.#ppm);
    return room + this.#penalty(room);
  }

  /** The amount that goes out when this comes in. */
  after(comesIn: AmountRange): AmountRange {
    const goesOut = (comes: Amount): Amount =>
      roundHalfEven(fraction(comes * (MILLION - this.#ppm) - MILLION * this.#flat, MILLION + this.#ppm));
    const least = goesOut(comesIn.least) - this.#penalty(comesIn.least);
    const most = goesOut(comesIn.most) + this.#penalty(comesIn.most);
    return { least: least < 0n ? 0n : least, most: most < comesIn.most ? most : comesIn.most };
  }

  /** The most that so many mediations of so much in all can bring. */
  mostOf({ mediations, volume }: { readonly mediations: bigint; readonly volume: Amount }): Amount {
    if (this.isFree) return 0n;
    const shares = 2n * this.#ppm + (this.#slopePpm * FIVE) / FOUR + 1n;
    return mediations * (this.#flat + ROUNDING) + roundedUp(volume * shares, MILLION - this.#ppm);
  }

  // A quarter more, because what the penalty takes or gives changes the amount that it is reckoned of.
  #penalty(amount: Amount): Amount {
    if (this.#slopePpm === 0n) return 0n;
    const moved = roundedUp(FIVE * amount * this.#slopePpm, FOUR * MILLION) + ROUNDING;
    return this.#highestPenalty === undefined || moved < this.#highestPenalty ? moved : this.#highestPenalty;
  }
}

/**
 * The least that an end holds where a path-finding service surely names its channel: it weighs a hop as if its ends
 * mediated within it, and takes none that lacks the fee for that (raiden.md 3.2).
 */
export function roomToPass(
  amount: Amount,
  { token, between, mostCapacity }: Pick<ChannelLife, 'token' | 'between' | 'mostCapacity'>,
  start: Network,
): Amount {
  const schedules = between.flatMap((node) => start.getNodeAttribute(node, 'fees')?.[token] ?? []);
  if (schedules.length < between.length) return amount;
  return new MediatorCharge(dearestOf(schedules), mostCapacity).roomBefore(amount);
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
  let rest = 1;
  for (let power = 0; power < exponent; power += 1) rest *= 1 - 2 / LINES;
  return 1 - rest;
}

// Points of the penalty curve and amounts are whole units, at both channels.
const ROUNDING = 2n;

function roundedUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
