import type { Amount } from './amount.ts';

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const [QUOTE, COMMA, ZERO] = [34, 44, 48];
// The digits of what a double holds exactly.
const MOST_DIGITS = 16;

/** ASCII text of mostly integers, digit by digit: a string for each of a million numbers costs more than all else. */
export class IntegerText {
  #bytes = new Uint8Array(1024);
  #length = 0;

  add(ascii: string): void {
    this.#makeRoom(ascii.length);
    for (let at = 0; at < ascii.length; at += 1) this.#bytes[this.#length + at] = ascii.charCodeAt(at);
    this.#length += ascii.length;
  }

  /** A whole number, from 0 to what a double holds exactly. */
  addInteger(value: number): void {
    this.#makeRoom(MOST_DIGITS);
    const bytes = this.#bytes;
    const first = this.#length;
    let last = first;
    for (let left = value; ; last += 1) {
      const tenth = Math.floor(left / 10);
      bytes[last] = ZERO + left - 10 * tenth;
      if (tenth === 0) break;
      left = tenth;
    }
    this.#length = last + 1;
    for (let at = first; at < last; at += 1, last -= 1) {
      const digit = bytes[at] as number;
      bytes[at] = bytes[last] as number;
      bytes[last] = digit;
    }
  }

  /** An amount of any size, between quotes. */
  addQuoted(amount: Amount): void {
    this.#addByte(QUOTE);
    if (amount >= 0n && amount <= LARGEST_EXACT) this.addInteger(Number(amount));
    else this.add(`${amount}`);
    this.#addByte(QUOTE);
  }

  addComma(): void {
    this.#addByte(COMMA);
  }

  #addByte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#makeRoom(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** What was added since it was last taken. */
  take(): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return text;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const longer = new Uint8Array(2 * (this.#length + count));
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}
