import type { Amount } from '../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../model/network/fees.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { FeeInterval, NearMediation } from '../ports/fee-policy.ts';
import type { NetworkView } from '../ports/router.ts';

/** Bounds in doubles of what mediators of a view charge; all it writes goes to the same few places, over and over. */
export class NearFees {
  readonly bounds: FeeInterval = { least: 0, most: 0 };
  readonly #mediation: NearMediation = {
    given: 0,
    scheduleIn: NO_FEES,
    scheduleOut: NO_FEES,
    balanceIn: 0,
    balanceOut: 0,
    receivable: 0,
    capacityIn: 0,
    capacityOut: 0,
    isOnCurves: true,
  };
  #view: NetworkView | undefined;
  #available: Float64Array = new Float64Array(0);
  #capacities: Float64Array = new Float64Array(0);

  /** Turns to a view; it must not change until the next call. */
  begin(view: NetworkView): void {
    this.#view = view;
    this.#available = view.nearlyAvailable();
    this.#capacities = view.nearCurveCapacities();
  }

  /** What the mediation is to pass on, for the calls of `bound` that follow. */
  set amountOut(amount: number) {
    this.#mediation.given = amount;
  }

  /** Writes `bounds` for a mediation in through one end and out through another, by these schedules. */
  bound(incoming: EndIndex, outgoing: EndIndex, scheduleIn: FeeSchedule, scheduleOut: FeeSchedule): void {
    const mediation = this.#mediation;
    mediation.scheduleIn = scheduleIn;
    mediation.scheduleOut = scheduleOut;
    mediation.balanceIn = this.#available[otherEnd(incoming)] as number;
    mediation.balanceOut = this.#available[outgoing] as number;
    mediation.receivable = this.#available[incoming] as number;
    mediation.capacityIn = this.#capacities[incoming >> 1] as number;
    mediation.capacityOut = this.#capacities[outgoing >> 1] as number;
    mediation.isOnCurves = this.#isOnCurves(incoming, outgoing);
    (this.#view as NetworkView).fees.boundFee(mediation, this.bounds);
  }

  #isOnCurves(incoming: EndIndex, outgoing: EndIndex): boolean {
    const { scheduleIn, scheduleOut, capacityIn, capacityOut } = this.#mediation;
    const view = this.#view as NetworkView;
    // Nearly always all that both ends can send lies on the curve, and so does what may move.
    const fitsIn =
      scheduleIn.imbalancePpm === 0 ||
      capacityIn === 0 ||
      view.isOnCurve(incoming) ||
      mostAfter(view, incoming, outgoing) <= view.curveCapacity(incoming);
    if (!fitsIn) return false;
    return (
      scheduleOut.imbalancePpm === 0 ||
      capacityOut === 0 ||
      view.isOnCurve(outgoing) ||
      view.available(outgoing) <= view.curveCapacity(outgoing)
    );
  }
}

// What the mediator may hold in the channel that the amount comes in through.
function mostAfter(view: NetworkView, incoming: EndIndex, outgoing: EndIndex): Amount {
  const out = view.available(outgoing);
  const back = view.available(incoming);
  return view.available(otherEnd(incoming)) + (out < back ? out : back);
}
