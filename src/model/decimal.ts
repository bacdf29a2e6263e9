/** A number that a file writes with a decimal point: an amount in whole tokens where an amount stands, else a number. */
export class Decimal {
  readonly #text: string;
  /** Of the token in whose part of the file it stands; undefined: it could be any of several tokens. */
  readonly #decimals: number | undefined;

  constructor(text: string, decimals?: number) {
    this.#text = text;
    this.#decimals = decimals;
  }

  in(decimals: number | undefined): Decimal {
    return new Decimal(this.#text, decimals);
  }

  /** The amount in smallest units; undefined: the token has no such fraction. */
  get units(): bigint | undefined {
    const [whole = '', fraction = ''] = this.#text.split('.');
    const isExact = this.#decimals !== undefined && fraction.length <= this.#decimals;
    return isExact ? BigInt(whole + fraction.padEnd(this.#decimals, '0')) : undefined;
  }

  /** Why there are no `units`. */
  get hint(): string {
    if (this.#decimals === undefined)
      return 'name the token (`token:`), or write smallest units without a point';
    return this.#decimals === 0
      ? 'the token has no decimals (`tokens:`), so its amounts are whole numbers'
      : `its token has ${this.#decimals} decimals; with a point an amount is in whole tokens`;
  }

  valueOf(): number {
    return Number(this.#text);
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Readonly<Record<string, unknown>>;

/** A scenario file's value with each `Decimal` in the token of the part in which it stands. */
export function inTheirTokens(file: unknown): unknown {
  const { tokens } = (file ?? {}) as { readonly tokens?: readonly Part[] };
  const listed = Array.isArray(tokens) ? (tokens as readonly (Part | null)[]) : [];
  const decimalsOf = new Map(listed.map((token) => [token?.['name'], decimalsIn(token) ?? 0]));
  const [only = 0, ...others] = decimalsOf.values();
  return convert(file, others.length === 0 ? only : undefined);

  function convert(value: unknown, decimals: number | undefined): unknown {
    if (value instanceof Decimal) return value.in(decimals);
    if (Array.isArray(value)) return value.map((item) => convert(item, decimals));
    if (typeof value !== 'object' || value === null) return value;
    const part = value as Part;
    const here = decimalsIn(part) ?? decimalsOf.get(part['token']) ?? decimals;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, convert(item, here)]));
  }
}

function decimalsIn(part: Part | null): number | undefined {
  const decimals = part?.['decimals'];
  return typeof decimals === 'number' ? decimals : undefined;
}
