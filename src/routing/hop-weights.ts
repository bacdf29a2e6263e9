import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { NearView, NetworkView } from '../ports/router.ts';
import { mediationOf, NearFees } from './route-along.ts';

// Weights of the Raiden path-finding service (raiden.md 3.2): 1 per hop, 5 per earlier path through the same
// channel, fee * 100 / 10^18, 1 when the way back could not carry 1.1 times the amount.
const DIVERSITY_PENALTY = 5;
const FEE_PENALTY = 100;
const FEE_UNIT = 1e18;

/** One hop in whole units, so that sums of weights are exact: 2^53 / 2^32 leaves room for two million hops. */
export const HOP = 2 ** 32;
const TWO_HOPS = 2 ** 33;
/**
 * Twice what the payer holds lies beyond the payee's fee curve: the service weighs such a hop as infinite, so that a path
 * over one comes after all others, and is still named where there is no other.
 */
export const LAST_RESORT = 2 ** 43;
// No fee weighs more than this many hops; it keeps sums exact when amounts are near 2^256.
const HEAVIEST_FEE = 1024;

/** Weight of going through each channel end with this amount, without regard to earlier paths; Infinity: not at all. */
export function hopWeight(view: NetworkView, amount: Amount): (end: EndIndex) => number {
  const toReturn = (amount * 11n) / 10n;
  return (end) => {
    const back = otherEnd(end);
    if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(back))) return Number.POSITIVE_INFINITY;
    const weight = view.canSend(back, toReturn) ? HOP : TWO_HOPS;
    return weight + exactFeeWeight(view, end, amount);
  };
}

// The service weighs a hop as if one mediation went in and out through it, by the schedules of both its ends, and takes
// what the payer holds for both balances (edge_weight in its token_network.py; measured at live nodes).
function exactFeeWeight(view: NetworkView, end: EndIndex, amount: Amount): number {
  const scheduleOut = view.scheduleOf(end);
  const scheduleIn = view.scheduleOf(otherEnd(end));
  if (view.fees.isFree(scheduleOut) && view.fees.isFree(scheduleIn)) return 0;
  if (isPastMiddle(view, end, scheduleIn)) return LAST_RESORT;
  const hop = mediationOf(view, { incoming: end, outgoing: end, scheduleIn, scheduleOut });
  const amountIn = view.fees.amountIn({ ...hop, balanceIn: hop.balanceOut }, amount);
  // The service weighs a mediator that pays as one that takes nothing (raiden.md 3.2).
  return amountIn === undefined
    ? Number.POSITIVE_INFINITY
    : feeWeight(Math.max(0, Number(amountIn - amount)));
}

/** True when the payer holds more than half of the channel of a payee with a fee curve. */
function isPastMiddle(view: NetworkView, end: EndIndex, { imbalancePpm }: FeeSchedule): boolean {
  return imbalancePpm !== 0 && view.curveCapacity(end) !== 0n && !view.near.isOnCurve(end, end);
}

function feeWeight(fee: number): number {
  return Math.round(Math.min((fee * FEE_PENALTY) / FEE_UNIT, HEAVIEST_FEE) * HOP);
}

// Nearest doubles below this are the integers themselves.
const EXACT = 2 ** 53;
// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -49;

/** The weights of one request for routes, the same as hopWeight's; paths already found make those on them heavier. */
export class HopWeights {
  readonly #uses = new ChannelUses();
  readonly #fees: NearFees;
  #view: NetworkView | undefined;
  #near: NearView | undefined;
  #nearly: Float64Array = new Float64Array(0);
  #capacities: Float64Array = new Float64Array(0);
  #imbalances: NearView['imbalances'] = this.#nearly;
  #hasCurves = false;
  #amount: Amount = 0n;
  #nearAmount = 0;
  // Through an end that can send more than this, the fee weighs nothing, whatever the schedules; between integers where
  // doubles are exact.
  #plenty = 0;
  #toReturn: Amount = 0n;
  #nearToReturn = 0;

  constructor(fees = new NearFees()) {
    this.#fees = fees;
  }

  /** Forgets the request before; the view must not change until the next one. */
  begin(view: NetworkView, amount: Amount): void {
    this.#uses.clear();
    this.#fees.begin(view);
    this.#view = view;
    const { near } = view;
    this.#near = near;
    this.#nearly = near.available();
    this.#capacities = near.curveCapacities();
    this.#imbalances = near.imbalances;
    this.#hasCurves = near.dearest.imbalancePpm > 0;
    this.#amount = amount;
    this.#nearAmount = Number(amount);
    const greatest = view.fees.greatestFee(near.dearest, this.#nearAmount);
    this.#plenty = Number.POSITIVE_INFINITY;
    if (greatest === 0 && this.#nearAmount < EXACT / 2) this.#plenty = this.#nearAmount - 0.5;
    else if (feeWeight(greatest) === 0) this.#plenty = (this.#nearAmount + greatest) * (1 + MARGIN);
    this.#toReturn = (amount * 11n) / 10n;
    this.#nearToReturn = Number(this.#toReturn);
  }

  /** Notes a path that was found. */
  use(ends: readonly EndIndex[]): void {
    for (const end of ends) this.#uses.add(end);
  }

  readonly weigh = (end: EndIndex, payee: NodeIndex): number => {
    const view = this.#view as NetworkView;
    const isBeforeMiddle = !this.#hasCurves || this.#isBeforeMiddle(end, payee);
    const isPlenty = (this.#nearly[end] as number) > this.#plenty && isBeforeMiddle;
    if (!isPlenty && !this.#canSend(end, this.#nearAmount, this.#amount)) return Number.POSITIVE_INFINITY;
    if (!view.isReachable(payee)) return Number.POSITIVE_INFINITY;
    const canReturn = this.#canSend(otherEnd(end), this.#nearToReturn, this.#toReturn);
    // Without a shorter way for most: code that has never run when it is compiled has it compiled once more.
    let weight = canReturn ? HOP : TWO_HOPS;
    if (!isBeforeMiddle) weight += LAST_RESORT;
    else if (!isPlenty) weight += this.#weighFee(end);
    return weight + this.#uses.of(end) * DIVERSITY_PENALTY * HOP;
  };

  // Of the payee's fee curve, if it has one.
  #isBeforeMiddle(end: EndIndex, payee: NodeIndex): boolean {
    const capacity = this.#capacities[end >> 1] as number;
    if (capacity === 0 || this.#imbalances[payee] === 0) return true;
    const twice = 2 * (this.#nearly[end] as number);
    if (twice < EXACT && capacity < EXACT) return twice <= capacity;
    return (this.#near as NearView).isOnCurve(end, end);
  }

  #canSend(end: EndIndex, near: number, amount: Amount): boolean {
    const available = this.#nearly[end] as number;
    if (near < EXACT && available < EXACT) return available >= near;
    if (available > near * (1 + MARGIN)) return true;
    if (available < near * (1 - MARGIN)) return false;
    return (this.#view as NetworkView).canSend(end, amount);
  }

  #weighFee(end: EndIndex): number {
    const view = this.#view as NetworkView;
    const scheduleOut = view.scheduleOf(end);
    const scheduleIn = view.scheduleOf(otherEnd(end));
    if (view.fees.isFree(scheduleOut) && view.fees.isFree(scheduleIn)) return 0;
    this.#fees.amountOut = this.#nearAmount;
    this.#fees.bound(end, end, scheduleIn, scheduleOut);
    const { least, most } = this.#fees.bounds;
    if (least === Number.POSITIVE_INFINITY) return least;
    const weight = feeWeight(least);
    if (most < Number.POSITIVE_INFINITY && feeWeight(most) === weight) return weight;
    return exactFeeWeight(view, end, this.#amount);
  }
}

/** How many paths of one request go through each channel. */
class ChannelUses {
  // By channel from 1 on; 0 is no channel's.
  #counts = new Int32Array(1);
  readonly #used: number[] = [];
  // All bits as long as there are any: mostly there are none, and one place of the memory is asked for all channels.
  #mask = 0;

  clear(): void {
    // Cutting an array is a call into the runtime.
    if (this.#mask === 0) return;
    for (const channel of this.#used) this.#counts[channel + 1] = 0;
    this.#used.length = 0;
    this.#mask = 0;
  }

  add(end: EndIndex): void {
    const channel = end >> 1;
    if (channel + 1 >= this.#counts.length) {
      const longer = new Int32Array(2 * channel + 2);
      longer.set(this.#counts);
      this.#counts = longer;
    }
    this.#mask = -1;
    this.#counts[channel + 1] = this.of(end) + 1;
    this.#used.push(channel);
  }

  of(end: EndIndex): number {
    return this.#counts[((end >> 1) + 1) & this.#mask] ?? 0;
  }
}
