const FIRST_ROOM = 4_096;
const ENCODER = new TextEncoder();
const [POINT, QUOTE, BACKSLASH, ZERO] = [46, 34, 92, 48];
// The printable characters of ASCII: the others take more than a byte, or an escape.
const [FIRST_PLAIN, LAST_PLAIN] = [32, 126];
// From here on the runtime copies a text sooner than a loop does.
const LONG = 32;
const PLAIN = /^[ !#-[\]-~]*$/;
// Greater integers are not the fastest kind.
const MOST_WHOLE = 2 ** 31;
const WORD_BYTES = 4;

/** Text of ASCII in words of four bytes, the last one filled up: to copy it so takes a third as long as by characters. */
export interface Piece {
  readonly words: Int32Array;
  readonly length: number;
}

/** Makes a piece of a text of ASCII. */
export function piece(text: string): Piece {
  const { length } = text;
  const { buffer } = ENCODER.encode(text.padEnd(WORD_BYTES * Math.ceil(length / WORD_BYTES)));
  return { words: new Int32Array(buffer), length };
}

/**
 * JSON put together piece by piece, in memory that is kept: as a text, each of a hundred pieces would be an object, and
 * to join them would take as long again as all else.
 */
export class JsonBytes {
  #bytes = Buffer.alloc(FIRST_ROOM);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #amount = 0n;
  #amountText = '0';

  /** All that was added since it was last taken; good until something else is added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** A piece, as it is. */
  add({ words, length }: Piece): void {
    const from = this.#extend(length);
    const view = this.#view;
    // The lower byte comes first, as in every system that Node runs on.
    for (let at = 0; at < words.length; at += 1)
      view.setInt32(from + WORD_BYTES * at, words[at] as number, true);
  }

  /** Any text, as it is. */
  addText(text: string): void {
    const encoded = ENCODER.encode(text);
    const from = this.#extend(encoded.length);
    this.#bytes.set(encoded, from);
  }

  /** `before`: what stands before it; so with all below. */
  addString(before: Piece, text: string): void {
    this.add(before);
    const from = this.#extend(text.length + 2) + 1;
    const bytes = this.#bytes;
    bytes[from - 1] = QUOTE;
    const singly = text.length >= LONG && PLAIN.test(text) ? 0 : text.length;
    if (singly === 0) bytes.write(text, from, 'latin1');
    for (let at = 0; at < singly; at += 1) {
      const code = text.charCodeAt(at);
      if (code < FIRST_PLAIN || code > LAST_PLAIN || code === QUOTE || code === BACKSLASH) {
        this.#length = from - 1;
        this.addText(JSON.stringify(text));
        return;
      }
      bytes[from + at] = code;
    }
    bytes[from + text.length] = QUOTE;
  }

  /** As a string. The amount that was added before is at hand: all hops of a payment mostly carry the same. */
  addAmount(before: Piece, amount: bigint): void {
    if (amount !== this.#amount) {
      this.#amount = amount;
      this.#amountText = amount.toString();
    }
    this.addString(before, this.#amountText);
  }

  /** Whole thousandths digit by digit, which the runtime takes long to write; all others by the runtime. */
  addNumber(before: Piece, value: number): void {
    this.add(before);
    const thousandths = Math.round(value * 1000);
    if (!(value >= 0 && value < MOST_WHOLE && thousandths / 1000 === value)) {
      this.addText(JSON.stringify(value));
      return;
    }
    const whole = Math.floor(thousandths / 1000) | 0;
    this.#addWhole(whole);
    let rest = (thousandths - 1000 * whole) | 0;
    if (rest === 0) return;
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at] = POINT;
    for (let unit = 100; rest > 0; unit = (unit / 10) | 0) {
      const digit = (rest / unit) | 0;
      bytes[(at += 1)] = ZERO + digit;
      rest -= digit * unit;
    }
    this.#extend(at + 1 - this.#length);
  }

  #addWhole(whole: number): void {
    let digits = 1;
    for (let power = 10; power <= whole; power *= 10) digits += 1;
    let at = this.#extend(digits) + digits;
    const bytes = this.#bytes;
    let rest = whole;
    do {
      const tenth = (rest / 10) | 0;
      at -= 1;
      bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    } while (rest > 0);
  }

  // Returns where the room for so many bytes begins.
  #extend(bytes: number): number {
    const from = this.#length;
    this.#length += bytes;
    // The last word of a piece reaches beyond it.
    if (this.#length + WORD_BYTES > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#length + WORD_BYTES)]);
      this.#view = new DataView(this.#bytes.buffer);
    }
    return from;
  }
}
