const FIRST_ROOM = 4_096;
const ENCODER = new TextEncoder();
const [POINT, QUOTE, BACKSLASH, ZERO] = [46, 34, 92, 48];
// The printable characters of ASCII: the others take more than a byte, or an escape.
const [FIRST_PLAIN, LAST_PLAIN] = [32, 126];
// Greater integers are not the fastest kind.
const MOST_WHOLE = 2 ** 31;

/**
 * JSON put together piece by piece, in memory that is kept: as a text, each of a hundred pieces would be an object, and
 * to join them would take as long again as all else.
 */
export class JsonBytes {
  #bytes = new Uint8Array(FIRST_ROOM);
  #length = 0;
  #amount = 0n;
  #amountText = '0';

  /** All that was added since it was last taken; good until something else is added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Text of ASCII, as it is. */
  add(text: string): void {
    const from = this.#extend(text.length);
    const bytes = this.#bytes;
    for (let at = 0; at < text.length; at += 1) bytes[from + at] = text.charCodeAt(at);
  }

  /** Any text, as it is. */
  addText(text: string): void {
    const encoded = ENCODER.encode(text);
    const from = this.#extend(encoded.length);
    this.#bytes.set(encoded, from);
  }

  /** `before`: text of ASCII that stands before it; so with all below. */
  addString(before: string, text: string): void {
    this.add(before);
    const from = this.#extend(text.length + 2) + 1;
    const bytes = this.#bytes;
    bytes[from - 1] = QUOTE;
    for (let at = 0; at < text.length; at += 1) {
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
  addAmount(before: string, amount: bigint): void {
    if (amount !== this.#amount) {
      this.#amount = amount;
      this.#amountText = amount.toString();
    }
    this.addString(before, this.#amountText);
  }

  /** Whole thousandths digit by digit, which the runtime takes long to write; all others by the runtime. */
  addNumber(before: string, value: number): void {
    this.add(before);
    const thousandths = Math.round(value * 1000);
    if (!(value >= 0 && value < MOST_WHOLE && thousandths / 1000 === value)) {
      this.add(JSON.stringify(value));
      return;
    }
    const whole = Math.floor(thousandths / 1000);
    this.#addWhole(whole);
    let rest = thousandths - 1000 * whole;
    if (rest === 0) return;
    this.#bytes[this.#extend(1)] = POINT;
    for (let unit = 100; rest > 0; unit /= 10) {
      const digit = Math.floor(rest / unit);
      this.#bytes[this.#extend(1)] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  #addWhole(whole: number): void {
    let digits = 1;
    for (let power = 10; power <= whole; power *= 10) digits += 1;
    let at = this.#extend(digits) + digits;
    let rest = whole;
    do {
      const tenth = Math.floor(rest / 10);
      at -= 1;
      this.#bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    } while (rest > 0);
  }

  // Returns where the room for so many bytes begins.
  #extend(bytes: number): number {
    const from = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    return from;
  }
}
