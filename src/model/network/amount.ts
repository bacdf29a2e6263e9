/** A number of the token's smallest units: an integer from 0 to 2^256-1. Decimal string in JSON. */
export type Amount = bigint;

/** The largest amount a token contract can hold: 2^256-1 (EVM uint256). */
export const MAX_AMOUNT: Amount = 2n ** 256n - 1n;

/** Reads a decimal string, integer or bigint as an amount; `undefined` when it is none or out of range. */
export function parseAmount(value: unknown): Amount | undefined {
  const integer = toInteger(value);
  return integer !== undefined && integer >= 0n && integer <= MAX_AMOUNT ? integer : undefined;
}

/** The same, and also texts that programs write as floating point numbers: `5.0`, `1.25E7` and `1e+21`, to the unit. */
export function parseNumeral(value: unknown): Amount | undefined {
  const plain = parseAmount(value);
  // A large number with a point has lost digits where it was read.
  if (plain !== undefined || typeof value !== 'string') return plain;
  const [, whole = '', parts = '', zeros = '0'] =
    /^(\d+)(?:\.0|(?:\.(\d*?)0*)?e\+?0*(\d\d?))$/i.exec(value) ?? [];
  return parts.length > Number(zeros) ? undefined : parseAmount(whole + parts.padEnd(Number(zeros), '0'));
}

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  // Underscores group digits, as in scenario-player files: 1_000_000.
  if (typeof value === 'string' && /^\d+(_\d+)*$/.test(value)) return BigInt(value.replaceAll('_', ''));
  return undefined;
}

/** The larger of two amounts. */
export function larger(one: Amount, other: Amount): Amount {
  return one > other ? one : other;
}

/** The smaller of two amounts. */
export function smaller(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}

/** From the least to the most, both included. */
export interface AmountRange {
  readonly least: Amount;
  readonly most: Amount;
}

/** One amount that is certain. */
export function exactly(amount: Amount): AmountRange {
  return { least: amount, most: amount };
}

/** No amount at all. */
export const NOTHING: AmountRange = { least: 0n, most: 0n };

/** The sum of two amounts, each within its range. */
export function sumOfRanges(one: AmountRange, other: AmountRange): AmountRange {
  return { least: one.least + other.least, most: one.most + other.most };
}

/** The range that holds both. */
export function widest(one: AmountRange, other: AmountRange): AmountRange {
  return { least: smaller(one.least, other.least), most: larger(one.most, other.most) };
}

/** True for an amount that the range holds. */
export function isWithin(amount: Amount, { least, most }: AmountRange): boolean {
  return amount >= least && amount <= most;
}

/**
 * Shares `total` out in proportion to `weights`, to the unit: each gets its exact share rounded down, and the units
 * left go to the largest remainders, earlier ones first. Weights that are all 0 count as equal.
 */
export function shareOut(total: Amount, weights: readonly Amount[]): readonly Amount[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((left, right) => left + right, 0n);
  if (sum === 0n) return shareOut(total, Array<Amount>(weights.length).fill(1n));
  const shares = weights.map((weight) => (total * weight) / sum);
  const remainders = weights.map((weight) => (total * weight) % sum);
  const left = total - shares.reduce((one, other) => one + other, 0n);
  // Fewer units are left than there are weights, because each was rounded down by less than one.
  const order = [...remainders.entries()].sort(
    ([one, less], [other, more]) => Number(more > less) - Number(more < less) || one - other,
  );
  for (const [index] of order.slice(0, Number(left))) shares[index] = (shares[index] as Amount) + 1n;
  return shares;
}

/** An amount in smallest units as one in whole tokens, with all of its digits: `1,500.25`. */
export function exactAmountText(amount: Amount, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = groupedDigits(digits.slice(0, digits.length - decimals));
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The digits of an integer with thousands separators: `12,345`. */
export function groupedDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A range in words: `5`, or `5 to 7`. */
export function rangeText({ least, most }: Readonly<Record<keyof AmountRange, Amount | number>>): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}
