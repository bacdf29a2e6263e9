import type { Amount } from '../../src/model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../src/model/network/indices.ts';
import type { NetworkView } from '../../src/ports/router.ts';
import { mediationOf } from './route-along.ts';

// Weights of the Raiden path-finding service (raiden.md 3.2): 1 per hop, 5 per earlier path through the same
// channel, fee * 100 / 10^18, 1 when the way back could not carry 1.1 times the amount.
const DIVERSITY_PENALTY = 5;
const FEE_PENALTY = 100;
const FEE_UNIT = 1e18;

// One hop in whole units, so that sums of weights are exact: 2^53 / 2^32 leaves room for two million hops.
const HOP = 2 ** 32;
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
    return amountIn === undefined ? Number.POSITIVE_INFINITY : weight + feeWeight(amountIn - amount);
  };
}

function feeWeight(fee: bigint): number {
  return Math.round(Math.min((Number(fee) * FEE_PENALTY) / FEE_UNIT, HEAVIEST_FEE) * HOP);
}

/** The weights of one request for routes: each end is looked at once, and paths already found make theirs heavier. */
export class HopWeights {
  #stamps = new Int32Array(0);
  #weights = new Float64Array(0);
  #request = 0;
  readonly #uses = new Map<number, number>();
  #fresh: (end: EndIndex) => number = () => Number.POSITIVE_INFINITY;

  /** Forgets the request before; the view must not change until the next one. */
  begin(view: NetworkView, amount: Amount): void {
    this.#request += 1;
    this.#uses.clear();
    this.#fresh = hopWeight(view, amount);
  }

  /** Notes a path that was found. */
  use(ends: readonly EndIndex[]): void {
    for (const end of ends) this.#uses.set(end >> 1, (this.#uses.get(end >> 1) ?? 0) + 1);
  }

  readonly weigh = (end: EndIndex): number => {
    if (end >= this.#stamps.length) this.#grow(end);
    if (this.#stamps[end] !== this.#request) {
      this.#stamps[end] = this.#request;
      this.#weights[end] = this.#fresh(end);
    }
    const weight = this.#weights[end] as number;
    if (this.#uses.size === 0) return weight;
    return weight + (this.#uses.get(end >> 1) ?? 0) * DIVERSITY_PENALTY * HOP;
  };

  #grow(end: number): void {
    const [stamps, weights] = [new Int32Array(2 * end + 2), new Float64Array(2 * end + 2)];
    stamps.set(this.#stamps);
    weights.set(this.#weights);
    this.#stamps = stamps;
    this.#weights = weights;
  }
}
