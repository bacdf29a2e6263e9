import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { AmountsByEnd } from './amounts-by-end.ts';

// Below this doubles are exact, and so are their sums.
const EXACT = 2 ** 52;
// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -49;

/** Where amounts come from: what ends can send, and by first ends what curves were told for. */
interface Parts {
  readonly known: { readonly amounts: AmountsByEnd };
  readonly curves: { readonly amounts: AmountsByEnd };
}

/**
 * Which channels hold no more than the fee curve that was told for them. Both are mostly just equal, so that doubles
 * cannot tell for large amounts: then the exact answer is kept until one of the amounts changes.
 */
export class CurveFits {
  readonly #parts: Parts;
  // By channel: the count of changes, and one more, that the answer belongs to.
  #stamps = new Float64Array(0);
  #answers = new Uint8Array(0);

  constructor({ known, curves }: Parts) {
    this.#parts = { known, curves };
  }

  /** True when what both ends of the channel can send lies on its curve. */
  has(end: EndIndex): boolean {
    const held = this.#parts.known.amounts;
    const told = this.#parts.curves.amounts;
    const channel = (end >> 1) as EndIndex;
    const both = (held.nearly[end] as number) + (held.nearly[otherEnd(end)] as number);
    const capacity = told.nearly[channel] as number;
    if (both < EXACT && capacity < EXACT) return both <= capacity;
    if (both < capacity * (1 - MARGIN)) return true;
    if (channel >= this.#stamps.length) this.#grow(channel);
    const stamp =
      1 +
      (held.changes[end] as number) +
      (held.changes[otherEnd(end)] as number) +
      (told.changes[channel] as number);
    if (this.#stamps[channel] !== stamp) {
      this.#stamps[channel] = stamp;
      this.#answers[channel] = held.of(end) + held.of(otherEnd(end)) <= told.of(channel) ? 1 : 0;
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
