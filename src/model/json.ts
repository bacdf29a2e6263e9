// Under these keys a string of digits is an amount or another integer beyond 2^53; everywhere else it is text.
const INTEGER_KEYS: ReadonlySet<string> = new Set([
  'amount',
  'balance',
  'balancePerNode',
  'capacity',
  'channelIdentifier',
  'deposit',
  'deposits',
  'estimatedFee',
  'fee',
  'flat',
  'identifier',
  'lockedAmount',
  'max',
  'median',
  'min',
  'paymentIdentifier',
  'received',
  'revealTimeout',
  'sent',
  'settleTimeout',
  'sumDeposits',
  'totalDeposit',
  'totalWithdraw',
  'transferredAmount',
  'values',
]);

/** JSON in which every bigint is a decimal string. Keys keep the order they were written in. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item),
    indent,
  );
}

/** The inverse of `toJson` for Millrace's own files: integers come back as bigint. Throws SyntaxError. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (key, item: unknown) => (INTEGER_KEYS.has(key) ? revive(item) : item));
}

function revive(item: unknown): unknown {
  if (typeof item === 'string') return /^-?\d+$/.test(item) ? BigInt(item) : item;
  return Array.isArray(item) ? item.map(revive) : item;
}
