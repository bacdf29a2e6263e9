import { dearestOf, type FeeSchedule } from '../../model/network/fees.ts';
import { type ByNode, type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { NearView } from '../../ports/router.ts';
import type { AmountsByEnd } from './amounts-by-end.ts';

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
  readonly #parts: Pick<Parts, 'known' | 'curves'>;
  // By channel: one more than the count of changes that the answer belongs to.
  #stamps = new Float64Array(0);
  #answers = new Uint8Array(0);

  constructor({ known, curves, schedules }: Parts) {
    this.#parts = { known, curves };
    this.dearest = dearestOf(schedules);
  }

  /** A node charges by this schedule from now on. */
  noteFees(schedule: FeeSchedule): void {
    this.dearest = dearestOf([this.dearest, schedule]);
  }

  available(): Float64Array {
    return this.#parts.known.amounts.nearly;
  }

  curveCapacities(): Float64Array {
    return this.#parts.curves.amounts.nearly;
  }

  isOnCurve(end: EndIndex): boolean {
    const held = this.#parts.known.amounts;
    const toldCapacities = this.#parts.curves.amounts;
    const channel = (end >> 1) as EndIndex;
    const both = (held.nearly[end] as number) + (held.nearly[otherEnd(end)] as number);
    const capacity = toldCapacities.nearly[channel] as number;
    if (both < EXACT && capacity < EXACT) return both <= capacity;
    if (both < capacity * (1 - MARGIN)) return true;
    if (channel >= this.#stamps.length) this.#grow(channel);
    const stamp =
      1 +
      (held.changes[end] as number) +
      (held.changes[otherEnd(end)] as number) +
      (toldCapacities.changes[channel] as number);
    if (this.#stamps[channel] !== stamp) {
      this.#stamps[channel] = stamp;
      this.#answers[channel] = held.of(end) + held.of(otherEnd(end)) <= toldCapacities.of(channel) ? 1 : 0;
    }
    return this.#answers[channel] === 1;
  }

  #grow(channel: number): void {
    const [stamps, answers] = [new Float64Array(2 * channel + 64), new Uint8Array(2 * channel + 64)];
    stamps.set(this.#stamps);
    answers.set(this.#answers);
    this.#stamps = stamps;
    this.#answers = answers;
  }
}
