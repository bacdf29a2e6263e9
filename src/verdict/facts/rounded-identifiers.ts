import { gather } from '../../model/gather.ts';
import { directoryOf } from '../../model/network/directory.ts';
import { partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import type { Operation, PayRequest } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';

/** The entry of a payment that was made. */
export type SuccessEntry = Exclude<PaymentEvent, { kind: 'failed' }>;

/** An entry with the identifier of its payment in place of the one that the node rounded to a double. */
export type RestoredEntry = SuccessEntry & { readonly roundedTo: bigint };

type Asked = Pick<Run, 'start'> & { readonly operations: readonly Operation[] };
type Payment = PayRequest & { readonly id: number };

/** Gives entries whose identifier their node rounded to a double the identifier of their payment. */
export function withIdentifiers(asked: Asked): (reading: Reading) => Reading {
  const payments = paymentsByEntry(asked);
  let rounded: ReturnType<typeof paymentsByEntry> | undefined;
  const restored = (entry: PaymentEvent): PaymentEvent | RestoredEntry => {
    if (entry.kind === 'failed' || payments.has(entryKey(entry))) return entry;
    if (!doublesOf(entry.identifier).includes(entry.identifier)) return entry;
    rounded ??= paymentsByEntry({ ...asked, shownAs: doublesOf });
    const payment = rounded.get(entryKey(entry))?.[0];
    if (payment === undefined) return entry;
    return { ...entry, identifier: payment.identifier, roundedTo: entry.identifier };
  };
  return (reading) =>
    reading.value.kind === 'history'
      ? { ...reading, value: { ...reading.value, events: reading.value.events.map(restored) } }
      : reading;
}

/** An identifier in a double: exactly, and in the fewest digits that name the double. */
export function doublesOf(identifier: bigint): readonly bigint[] {
  // No payment has a greater one, and its text would have an exponent.
  if (identifier >= 2n ** 65n || identifier < 0n) return [];
  const double = Number(identifier);
  return [...new Set([BigInt(double), BigInt(String(double))])];
}

/** Payments by what an entry says of each, at whichever node. */
export function paymentsByEntry({
  start,
  operations,
  shownAs = (identifier) => [identifier],
}: Asked & { readonly shownAs?: (identifier: bigint) => readonly bigint[] }): ReadonlyMap<
  string,
  readonly Payment[]
> {
  const directory = directoryOf(start);
  const payments = new Map<string, Payment[]>();
  for (const operation of operations) {
    if (operation.kind !== 'pay') continue;
    const { node, target, token, identifier } = operation;
    for (const [kind, partner] of [
      ['received', node],
      ['sent', target],
    ] as const) {
      const ends = `${kind} ${directory.tokenAddressOf(token)} ${directory.addressOf(partner)}`;
      for (const shown of shownAs(identifier)) gather(payments, `${ends} ${shown}`, operation);
    }
  }
  return payments;
}

/** The key of an entry's payments. */
export function entryKey(entry: SuccessEntry): string {
  return `${entry.kind} ${entry.tokenAddress} ${partnerIn(entry)} ${entry.identifier}`;
}
