const DIGITS = /^\+?(\d*)\.(\d*)$/;

/** A number that a file writes with a decimal point: an amount in whole tokens where an amount stands, else a number. */
export class Decimal {
  readonly #text: string;
  /** Of the token in whose part of the file it stands; undefined: it could be any of several tokens. */
  readonly #decimals: number | undefined;

  constructor(text: string, decimals?: number) {
    this.#text = text;
    this.#decimals = decimals;
  }

  /** The amount in smallest units, or in 10^-furtherDigits of them; undefined: the token has no such fraction. */
  units(furtherDigits = 0): bigint | undefined {
    const [, whole = '', fraction] = DIGITS.exec(this.#text) ?? [];
    const digits = (this.#decimals ?? Number.NaN) + furtherDigits;
    if (fraction === undefined || !(fraction.length <= digits)) return;
    return BigInt(whole + fraction.padEnd(digits, '0'));
  }

  /** Why there are no `units`. */
  get hint(): string {
    if (!DIGITS.test(this.#text)) return 'write it with digits and a point only, as in 500.00';
    if (this.#decimals === undefined)
      return 'there are several tokens: name one (`token:`) where its section can, else write smallest units without a point';
    return this.#decimals === 0
      ? 'the token has no decimals (`tokens:`), so its amounts are whole numbers'
      : `its token has ${this.#decimals} decimals; with a point an amount is in whole tokens`;
  }

  valueOf(): number {
    return Number(this.#text);
  }

  /** As it was written. */
  toString(): string {
    return this.#text;
  }

  toJSON(): number {
    return this.valueOf();
  }
}
