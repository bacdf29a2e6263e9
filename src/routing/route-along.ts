import type { Amount } from '../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../model/network/fees.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { FeeInterval, Mediation, NearMediation } from '../ports/fee-policy.ts';
import type { NetworkView, Route } from '../ports/router.ts';

/**
 * The route along a path that brings `amount` to its target, every mediator's fee added; `undefined`: one cannot mediate.
 * Callers that ask often hand in the same `fees` each time.
 */
export function routeAlong(
  view: NetworkView,
  ends: readonly EndIndex[],
  amount: Amount,
  fees = new NearFees(),
): Route | undefined {
  const amounts: Amount[] = [];
  for (let hop = 0; hop < ends.length; hop += 1) amounts.push(amount);
  fees.begin(view);
  for (let hop = ends.length - 1; hop > 0; hop -= 1) {
    const carried = amountIn(view, fees, ends, amounts, hop);
    if (carried === undefined) return undefined;
    amounts[hop - 1] = carried;
  }
  return { ends, amounts };
}

// The amount that the mediator before a hop must get so that the amount of the hop goes on.
function amountIn(
  view: NetworkView,
  fees: NearFees,
  ends: readonly EndIndex[],
  amounts: readonly Amount[],
  hop: number,
): Amount | undefined {
  const incoming = ends[hop - 1] as EndIndex;
  const outgoing = ends[hop] as EndIndex;
  const amountOut = amounts[hop] as Amount;
  const schedule = view.scheduleOf(outgoing);
  if (view.fees.isFree(schedule))
    return view.canSend(incoming, amountOut) && view.canSend(outgoing, amountOut) ? amountOut : undefined;
  fees.amountOut = Number(amountOut);
  fees.bound(incoming, outgoing, schedule, schedule);
  const { least, most } = fees.bounds;
  if (least === Number.POSITIVE_INFINITY) return undefined;
  if (least === most) return least === 0 ? amountOut : amountOut + BigInt(least);
  const mediation = mediationOf(view, { incoming, outgoing, scheduleIn: schedule, scheduleOut: schedule });
  return view.fees.amountIn(mediation, amountOut);
}

interface MediatedHop extends Pick<Mediation, 'scheduleIn' | 'scheduleOut'> {
  readonly incoming: EndIndex;
  readonly outgoing: EndIndex;
}

/** A mediation as far as the view knows its balances. */
export function mediationOf(
  view: NetworkView,
  { incoming, outgoing, scheduleIn, scheduleOut }: MediatedHop,
): Mediation {
  return {
    scheduleIn,
    scheduleOut,
    balanceIn: view.available(otherEnd(incoming)),
    balanceOut: view.available(outgoing),
    receivable: view.available(incoming),
    capacityIn: view.curveCapacity(incoming),
    capacityOut: view.curveCapacity(outgoing),
  };
}

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
    this.#available = view.near.available();
    this.#capacities = view.near.curveCapacities();
  }

  /** The amount that mediations pass on, for the calls of `bound` that follow. */
  set amountOut(amount: number) {
    this.#mediation.given = amount;
  }

  /**
   * Writes `bounds` for a mediation in through one end and out through another, by these schedules. Twice the same end:
   * both balances are what that end can send.
   */
  bound(incoming: EndIndex, outgoing: EndIndex, scheduleIn: FeeSchedule, scheduleOut: FeeSchedule): void {
    const mediation = this.#mediation;
    mediation.scheduleIn = scheduleIn;
    mediation.scheduleOut = scheduleOut;
    mediation.balanceIn = this.#available[incoming === outgoing ? incoming : otherEnd(incoming)] as number;
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
      // A hop that is weighed: past the middle of the curve it is not looked at.
      incoming === outgoing ||
      view.near.isOnCurve(incoming, otherEnd(incoming)) ||
      mostAfter(view, incoming, outgoing) <= view.curveCapacity(incoming);
    if (!fitsIn) return false;
    return (
      scheduleOut.imbalancePpm === 0 ||
      capacityOut === 0 ||
      view.near.isOnCurve(outgoing, otherEnd(outgoing)) ||
      view.available(outgoing) <= view.curveCapacity(outgoing)
    );
  }
}

// The most that the mediator may hold in the incoming channel once the amount has come in.
function mostAfter(view: NetworkView, incoming: EndIndex, outgoing: EndIndex): Amount {
  const out = view.available(outgoing);
  const back = view.available(incoming);
  return view.available(otherEnd(incoming)) + (out < back ? out : back);
}
