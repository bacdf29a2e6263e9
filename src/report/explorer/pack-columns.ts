import type { AmountCells } from '../../web/run/packed-run.ts';

/** Gives each thing its place in a list, once. */
export class PlaceOf<Key extends string | number> {
  readonly listed: Key[] = [];
  readonly #places = new Map<Key, number>();

  constructor(listed: Iterable<Key> = []) {
    for (const key of listed) this.add(key);
  }

  add(key: Key): number {
    const place = this.#places.get(key);
    if (place !== undefined) return place;
    this.#places.set(key, this.listed.length);
    return this.listed.push(key) - 1;
  }

  /** -1: it is not listed. */
  of(key: Key | undefined): number {
    return key === undefined ? -1 : (this.#places.get(key) ?? -1);
  }
}

/** An amount as a column holds it. */
export function amountCell(amount: bigint): AmountCells[number] {
  return amount <= MAX_EXACT && amount >= -MAX_EXACT ? Number(amount) : amount.toString();
}

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** A moment to the microsecond: beyond is rounding noise. */
export function momentCell(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
