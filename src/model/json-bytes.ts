import type { Amount } from './network/amount.ts';

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const [QUOTE, COMMA, POINT, ZERO, BACKSLASH] = [34, 44, 46, 48, 92];
// What ASCII has between its controls and the last of them.
const [SPACE, TILDE] = [32, 126];
// The digits of what a double holds exactly.
const MOST_DIGITS = 16;
// Up to here no two numbers of whole microseconds are one double, so that the shortest text is the only one.
const MOST_US = 1e15;
// What a character takes at most in UTF-8.
const BYTES_PER_CHARACTER = 3;
const ENCODER = new TextEncoder();

/** JSON in UTF-8, byte by byte: a string for each of a million numbers and names costs more than all else. */
export class JsonBytes {
  #bytes = new Uint8Array(1024);
  #length = 0;

  add(ascii: string): void {
    this.#makeRoom(ascii.length);
    const bytes = this.#bytes;
    const first = this.#length;
    for (let at = 0; at < ascii.length; at += 1) bytes[first + at] = ascii.charCodeAt(at);
    this.#length = first + ascii.length;
  }

  /** Text of any characters, as it is. */
  addText(text: string): void {
    this.#makeRoom(BYTES_PER_CHARACTER * text.length);
    this.#length += ENCODER.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** A text as a JSON string. */
  addString(text: string): void {
    this.#makeRoom(text.length + 2);
    const bytes = this.#bytes;
    const first = this.#length + 1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      // Hardly any name needs more than itself.
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) {
        this.addText(JSON.stringify(text));
        return;
      }
      bytes[first + at] = code;
    }
    bytes[first - 1] = QUOTE;
    bytes[first + text.length] = QUOTE;
    this.#length = first + text.length + 1;
  }

  /** A number of milliseconds, written as JSON writes it: whole microseconds digit by digit, others by the runtime. */
  addMs(ms: number): void {
    const us = Math.round(ms * 1000);
    if (!(ms >= 0 && us <= MOST_US && us / 1000 === ms)) {
      this.add(`${ms}`);
      return;
    }
    const whole = Math.floor(us / 1000);
    this.addInteger(whole);
    let left = us - whole * 1000;
    if (left === 0) return;
    this.#makeRoom(4);
    this.#addByte(POINT);
    for (let unit = 100; left > 0; unit /= 10) {
      const digit = Math.floor(left / unit);
      this.#addByte(ZERO + digit);
      left -= digit * unit;
    }
  }

  /** A whole number, from 0 to what a double holds exactly. */
  addInteger(value: number): void {
    this.#makeRoom(MOST_DIGITS);
    const bytes = this.#bytes;
    const first = this.#length;
    let last = first;
    for (let left = value; ; last += 1) {
      const tenth = Math.floor(left / 10);
      // The digit first: the code added to an integer near 2^53 would be rounded.
      bytes[last] = ZERO + (left - 10 * tenth);
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
    return new TextDecoder().decode(this.takeBytes());
  }

  /** The same as bytes, to be used up before more is added. */
  takeBytes(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const longer = new Uint8Array(2 * (this.#length + count));
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}
