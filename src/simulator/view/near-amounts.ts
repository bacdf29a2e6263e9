import { dearestOf, type FeeSchedule } from '../../model/network/fees.ts';
import type { ByNode, EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { NearView } from '../../ports/router.ts';
import type { AmountsByEnd } from '../amounts-by-end.ts';

// Below this doubles are exact, and so are their sums.
const EXACT = 2 ** 52;
// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -49;

/** The amounts that ends can send and, by channel, the capacities that fee curves were told for. */
interface Parts {
  readonly known: { readonly amounts: AmountsByEnd };
  readonly curves: { readonly amounts: AmountsByEnd };
  readonly schedules: ByNode<FeeSchedule>;
}

/**
 * A view in doubles. The balances of a channel and the capacity of its curve are mostly just equal, so that doubles
 * cannot tell for large amounts: then the exact answer is kept until one of the amounts changes.
 */
export class NearAmounts implements NearView {
  dearest: FeeSchedule;
  readonly #imbalances: Float64Array;
  readonly #parts: Pick<Parts, 'known' | 'curves'>;
  // Each channel has three answers: for both ends, and for each end twice. A stamp is the count of changes at its answer, plus 1.
  #stamps = new Float64Array(0);
  #answers = new Uint8Array(0);

  constructor({ known, curves, schedules }: Parts) {
    this.#parts = { known, curves };
    this.dearest = dearestOf(schedules);
    this.#imbalances = Float64Array.from(schedules, ({ imbalancePpm }) => imbalancePpm);
  }

  /** A node charges by this schedule from now on. */
  noteFees(node: NodeIndex, schedule: FeeSchedule): void {
    this.#imbalances[node] = schedule.imbalancePpm;
    this.dearest = dearestOf([this.dearest, schedule]);
  }

  get imbalances(): ByNode<number> {
    return this.#imbalances;
  }

  available(): Float64Array {
    return this.#parts.known.amounts.nearly;
  }

  curveCapacities(): Float64Array {
    return this.#parts.curves.amounts.nearly;
  }

  isOnCurve(one: EndIndex, other: EndIndex): boolean {
    const held = this.#parts.known.amounts;
    const toldCapacities = this.#parts.curves.amounts;
    const channel = (one >> 1) as EndIndex;
    const sum = (held.nearly[one] as number) + (held.nearly[other] as number);
    const capacity = toldCapacities.nearly[channel] as number;
    if (sum < EXACT && capacity < EXACT) return sum <= capacity;
    if (sum < capacity * (1 - MARGIN)) return true;
    if (sum > capacity * (1 + MARGIN)) return false;
    const place = 3 * channel + (one === other ? 1 + (one & 1) : 0);
    if (place >= this.#stamps.length) this.#grow(place);
    const stamp =
      1 +
      (held.changes[one] as number) +
      (held.changes[other] as number) +
      (toldCapacities.changes[channel] as number);
    if (this.#stamps[place] !== stamp) {
      this.#stamps[place] = stamp;
      this.#answers[place] = held.of(one) + held.of(other) <= toldCapacities.of(channel) ? 1 : 0;
    }
    return this.#answers[place] === 1;
  }

  #grow(place: number): void {
    const [stamps, answers] = [new Float64Array(2 * place + 64), new Uint8Array(2 * place + 64)];
    stamps.set(this.#stamps);
    answers.set(this.#answers);
    this.#stamps = stamps;
    this.#answers = answers;
  }
}
