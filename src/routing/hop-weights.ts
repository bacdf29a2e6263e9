import type { Amount } from '../model/network/amount.ts';
import { NO_FEES } from '../model/network/fees.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { FeeInterval, NearMediation } from '../ports/fee-policy.ts';
import type { NetworkView } from '../ports/router.ts';
import { mediationOf } from './route-along.ts';

// Weights of the Raiden path-finding service (raiden.md 3.2): 1 per hop, 5 per earlier path through the same
// channel, fee * 100 / 10^18, 1 when the way back could not carry 1.1 times the amount.
const DIVERSITY_PENALTY = 5;
const FEE_PENALTY = 100;
const FEE_UNIT = 1e18;

/** One hop in whole units, so that sums of weights are exact: 2^53 / 2^32 leaves room for two million hops. */
export const HOP = 2 ** 32;
// No fee weighs more than this many hops; it keeps sums exact when amounts are near 2^256.
const HEAVIEST_FEE = 1024;

/** Weight of going through each channel end with this amount, without regard to earlier paths; Infinity: not at all. */
export function hopWeight(view: NetworkView, amount: Amount): (end: EndIndex) => number {
  const toReturn = (amount * 11n) / 10n;
  return (end) => {
    const back = otherEnd(end);
    if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(back))) return Number.POSITIVE_INFINITY;
    const weight = view.canSend(back, toReturn) ? HOP : 2 * HOP;
    const [scheduleOut, scheduleIn] = [view.scheduleOf(end), view.scheduleOf(back)];
    if (view.fees.isFree(scheduleOut) && view.fees.isFree(scheduleIn)) return weight;
    // The service weighs a hop as if one mediation went in and out through it, by the schedules of both its ends.
    const hop = mediationOf(view, { incoming: end, outgoing: end, scheduleIn, scheduleOut });
    const amountIn = view.fees.amountIn(hop, amount);
    return amountIn === undefined ? Number.POSITIVE_INFINITY : weight + feeWeight(Number(amountIn - amount));
  };
}

function feeWeight(fee: number): number {
  return Math.round(Math.min((fee * FEE_PENALTY) / FEE_UNIT, HEAVIEST_FEE) * HOP);
}

// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -49;
// Below this doubles are exact, and so are their sums.
const EXACT = 2 ** 52;

/** The weights of one request for routes, the same as hopWeight's; paths already found make those on them heavier. */
export class HopWeights {
  readonly #uses = new ChannelUses();
  readonly #hop: NearMediation = {
    scheduleIn: NO_FEES,
    scheduleOut: NO_FEES,
    balanceIn: 0,
    balanceOut: 0,
    receivable: 0,
    capacityIn: 0,
    capacityOut: 0,
    isOnCurves: true,
  };
  readonly #bounds: FeeInterval = { least: 0, most: 0 };
  #view: NetworkView | undefined;
  #isFree = true;
  #nearly: Float64Array = new Float64Array(0);
  #amount: Amount = 0n;
  #nearAmount = 0;
  #toReturn: Amount = 0n;
  #nearToReturn = 0;

  /** Forgets the request before; the view must not change until the next one. */
  begin(view: NetworkView, amount: Amount): void {
    this.#uses.clear();
    this.#view = view;
    this.#isFree = view.isFree;
    this.#nearly = view.nearlyAvailable();
    this.#amount = amount;
    this.#nearAmount = Number(amount);
    this.#toReturn = (amount * 11n) / 10n;
    this.#nearToReturn = Number(this.#toReturn);
  }

  /** Notes a path that was found. */
  use(ends: readonly EndIndex[]): void {
    for (const end of ends) this.#uses.add(end);
  }

  readonly weigh = (end: EndIndex, payee: NodeIndex): number => {
    const view = this.#view as NetworkView;
    const back = otherEnd(end);
    if (!this.#canSend(end, this.#nearAmount, this.#amount) || !view.isReachable(payee))
      return Number.POSITIVE_INFINITY;
    let weight = this.#canSend(back, this.#nearToReturn, this.#toReturn) ? HOP : 2 * HOP;
    if (!this.#isFree) {
      const { least, most } = this.#boundFee(view, end, back);
      if (least === Number.POSITIVE_INFINITY) return least;
      const fee = feeWeight(least);
      weight =
        most < Number.POSITIVE_INFINITY && feeWeight(most) === fee
          ? weight + fee
          : hopWeight(view, this.#amount)(end);
    }
    return this.#uses.isEmpty ? weight : weight + this.#uses.of(end) * DIVERSITY_PENALTY * HOP;
  };

  #canSend(end: EndIndex, near: number, amount: Amount): boolean {
    const available = this.#nearly[end] as number;
    if (available > near * (1 + MARGIN)) return true;
    if (available < near * (1 - MARGIN)) return false;
    return (this.#view as NetworkView).canSend(end, amount);
  }

  #boundFee(view: NetworkView, end: EndIndex, back: EndIndex): FeeInterval {
    const hop = this.#hop;
    hop.scheduleOut = view.scheduleOf(end);
    hop.scheduleIn = view.scheduleOf(back);
    hop.balanceIn = this.#nearly[back] as number;
    hop.balanceOut = this.#nearly[end] as number;
    hop.receivable = hop.balanceOut;
    hop.capacityIn = Number(view.curveCapacity(end));
    hop.capacityOut = hop.capacityIn;
    hop.isOnCurves = this.#isOnCurve(view, end, back);
    view.fees.boundFee(hop, this.#nearAmount, this.#bounds);
    return this.#bounds;
  }

  // What both ends can send is mostly just what the curve was drawn for.
  #isOnCurve(view: NetworkView, end: EndIndex, back: EndIndex): boolean {
    const { balanceIn, balanceOut, capacityIn } = this.#hop;
    const sum = balanceIn + balanceOut;
    if (capacityIn < EXACT && sum < EXACT) return sum <= capacityIn;
    if (sum < capacityIn * (1 - MARGIN)) return true;
    if (sum > capacityIn * (1 + MARGIN)) return false;
    return view.available(end) + view.available(back) <= view.curveCapacity(end);
  }
}

/** How many paths of one request go through each channel. */
class ChannelUses {
  #counts = new Int32Array(0);
  readonly #used: number[] = [];

  get isEmpty(): boolean {
    return this.#used.length === 0;
  }

  clear(): void {
    for (const channel of this.#used) this.#counts[channel] = 0;
    this.#used.length = 0;
  }

  add(end: EndIndex): void {
    const channel = end >> 1;
    if (channel >= this.#counts.length) {
      const longer = new Int32Array(2 * channel + 1);
      longer.set(this.#counts);
      this.#counts = longer;
    }
    this.#counts[channel] = this.of(end) + 1;
    this.#used.push(channel);
  }

  of(end: EndIndex): number {
    return this.#counts[end >> 1] ?? 0;
  }
}
