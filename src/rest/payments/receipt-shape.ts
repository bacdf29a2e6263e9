import type { ReceiptFields } from '../../ports/node-dialect.ts';

/** The values of a payment that its receipt repeats. */
export interface ReceiptValues {
  readonly initiator: Buffer;
  readonly target: Buffer;
  readonly token: Buffer;
  readonly amount: string;
  readonly identifier: string;
}

interface Piece {
  /** The bytes before the value, the same in every receipt. */
  readonly before: Buffer;
  readonly value: ReceiptFields[string];
}

const HASH_LENGTH = '0x'.length + 64;

// A server whose receipts differ each time is not learned from for ever: looking costs as much as reading.
const MOST_LESSONS = 16;

/**
 * The form in which a server writes receipts, learned from one that was read in full. Names, order and spaces are the
 * same each time, so a receipt that says exactly what was asked for is known by its bytes; one that differs in a
 * single byte must be read in full.
 */
export class ReceiptShape {
  /** Where the receipt that matched last has its secret and the secret's hash. */
  secretAt = 0;
  hashAt = 0;
  readonly #fields: ReceiptFields;
  #pieces: readonly Piece[] = [];
  #after = Buffer.alloc(0);
  #lessons = 0;

  constructor(fields: ReceiptFields) {
    this.#fields = fields;
  }

  /** True only if what stands there, read as JSON, would be a receipt with exactly these values. */
  matches(bytes: Buffer, from: number, to: number, values: ReceiptValues): boolean {
    if (this.#pieces.length === 0) return false;
    let at = from;
    for (const { before, value } of this.#pieces) {
      if (!hasBytes(bytes, at, before)) return false;
      at += before.length;
      if (value === 'secret' || value === 'secretHash') {
        if (!hasHash(bytes, at)) return false;
        if (value === 'secret') this.secretAt = at;
        else this.hashAt = at;
        at += HASH_LENGTH;
      } else if (value === 'text') {
        at = endOfText(bytes, at, to);
      } else {
        const wanted = values[value];
        if (typeof wanted === 'string' ? !hasText(bytes, at, wanted) : !hasBytes(bytes, at, wanted))
          return false;
        at += wanted.length;
      }
    }
    // Before `to` all was compared, and beyond it there is nothing to compare with.
    return at + this.#after.length === to && hasBytes(bytes, at, this.#after);
  }

  /** Takes the form of a receipt that was read in full and is right. */
  learn(body: string): void {
    if (this.#lessons === MOST_LESSONS) return;
    this.#lessons += 1;
    const places = Object.entries(this.#fields).flatMap(([name, value]) => placesOf(body, name, value));
    // One of each, and nothing that could be quoted: then these are the ones that were read.
    if (places.length !== Object.keys(this.#fields).length || body.includes('\\')) return;
    let at = 0;
    this.#pieces = places
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, to, value }) => {
        const before = Buffer.from(body.slice(at, from));
        at = to;
        return { before, value };
      });
    this.#after = Buffer.from(body.slice(at));
  }
}

function placesOf(body: string, name: string, value: Piece['value']) {
  return [...body.matchAll(new RegExp(`"${name}"\\s*:\\s*"`, 'g'))].map((found) => {
    const from = found.index + found[0].length;
    return { from, to: body.indexOf('"', from), value };
  });
}

// Four at a time and without a way out: nearly all are equal, and that is what must be quick.
function hasBytes(bytes: Buffer, at: number, wanted: Buffer): boolean {
  let index = 0;
  let difference = 0;
  for (; index + 4 <= wanted.length; index += 4)
    difference |=
      ((bytes[at + index] as number) ^ (wanted[index] as number)) |
      ((bytes[at + index + 1] as number) ^ (wanted[index + 1] as number)) |
      ((bytes[at + index + 2] as number) ^ (wanted[index + 2] as number)) |
      ((bytes[at + index + 3] as number) ^ (wanted[index + 3] as number));
  for (; index < wanted.length; index += 1)
    difference |= (bytes[at + index] as number) ^ (wanted[index] as number);
  return difference === 0;
}

// Up to the quote; a text with an escape, or anything that JSON does not allow in one, ends there and fits nothing.
function endOfText(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && isPlain(bytes[at] as number)) at += 1;
  return at;
}

function isPlain(byte: number): boolean {
  return byte >= SPACE && byte <= TILDE && byte !== QUOTE && byte !== BACKSLASH;
}

const SPACE = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const TILDE = 126;

function hasText(bytes: Buffer, at: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index += 1)
    if (bytes[at + index] !== wanted.charCodeAt(index)) return false;
  return true;
}

const HASH_DIGITS = new Set(Buffer.from('0123456789abcdef'));
const IS_HASH_DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => (HASH_DIGITS.has(byte) ? 1 : 0));
const ZERO = 48;
const X = 120;

function hasHash(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== ZERO || bytes[at + 1] !== X) return false;
  let good = 1;
  for (let index = at + 2; index < at + HASH_LENGTH; index += 4)
    good &=
      (IS_HASH_DIGIT[bytes[index] as number] as number) &
      (IS_HASH_DIGIT[bytes[index + 1] as number] as number) &
      (IS_HASH_DIGIT[bytes[index + 2] as number] as number) &
      (IS_HASH_DIGIT[bytes[index + 3] as number] as number);
  return good === 1;
}
