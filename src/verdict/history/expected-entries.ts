import { gather } from '../../model/gather.ts';
import { type Amount, isWithin, rangeText } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type PaymentRecord, secretOf } from '../../model/run/operation.ts';
import type { NamedEntry } from '../facts/facts.ts';
import type { PaymentBounds } from '../bounds/fee-bounds.ts';
import type { Story } from '../story.ts';

/** The entries that one party's history must have for the payments with one identifier, by their outcomes. */
export interface ExpectedEntry extends Pick<NamedEntry, 'token' | 'partner'> {
  readonly node: NodeName;
  /** The last of the payments it speaks of. */
  readonly operation: number;
  readonly event: 'sent' | 'received';
  readonly identifier: string;
  readonly atLeast: number;
  readonly atMost: number;
  /** In words. */
  readonly amount: string;
  amountFits(amount: Amount): boolean;
}

/** The entries of both parties for every payment of a run; failed payments must have none. */
export function expectedEntries({ payments, paid }: Story): readonly ExpectedEntry[] {
  return [...payments.values()].flatMap((group) => entriesOf(group, paid));
}

function entriesOf(records: readonly PaymentRecord[], bounds: Story['paid']): readonly ExpectedEntry[] {
  const { operation: payment } = records.at(-1) as PaymentRecord;
  const succeeded = records.filter(({ outcome }) => outcome.kind === 'succeeded');
  const open = records.filter(({ outcome }) => outcome.kind === 'indeterminate').length;
  // Asked twice at once, a payment is joined and happens once; both answers then show one secret.
  const happened = new Set(succeeded.map(({ outcome, operation }) => secretOf(outcome) ?? operation.id)).size;
  const amounts = [...new Set(records.map(({ operation }) => operation.amount))];
  const ranges = amounts.map((amount) => bounds.of({ ...payment, amount }, records).received);
  const common = {
    operation: payment.id,
    token: payment.token,
    identifier: payment.identifier.toString(),
    atLeast: happened,
    atMost: happened + open,
  };
  return [
    {
      ...common,
      node: payment.node,
      partner: payment.target,
      event: 'sent',
      amount: amounts.join(' or '),
      amountFits: (amount) => amounts.includes(amount),
    },
    {
      ...common,
      node: payment.target,
      partner: payment.node,
      event: 'received',
      amount: ranges.map(receivedText).join(' or '),
      // The part of the fee that mediators did not take stays with the target.
      amountFits: (amount) =>
        ranges.some(({ least, most }) => isWithin(amount, { least, most: most ?? amount })),
    },
  ];
}

function receivedText({ least, most }: PaymentBounds['received']): string {
  return most === null ? `at least ${least}` : rangeText({ least, most });
}

/** An entry that should stand in a history, and is missing or has another amount. */
export interface WantingEntry extends ExpectedEntry {
  /** The sum of the entries that do stand there. */
  readonly shown: Amount;
}

/** An entry and the node that shows it. */
export type OwnEntry = NamedEntry & { readonly node: NodeName };

/** The sum of the amounts of entries. */
export function sumOf(entries: readonly NamedEntry[]): Amount {
  return entries.reduce((sum, { value }) => sum + BigInt(value), 0n);
}

/**
 * Says of entries that no payment explains which payment each is about: the only one that wants an entry and has the
 * identifier, or else the only one that wants an entry at this node, of these parties, that it completes, alone or with
 * the others; or else the one that the entry of the other party is about. null: none is, or several are.
 */
export function paymentsMeant(
  entries: readonly OwnEntry[],
  wanting: readonly WantingEntry[],
): (entry: OwnEntry) => number | null {
  const byIdentifier = new Map<string, WantingEntry[]>();
  const byPlace = new Map<string, WantingEntry[]>();
  for (const one of wanting) {
    gather(byIdentifier, one.identifier, one);
    gather(byPlace, placeOf(one), one);
  }
  const alike = new Map<string, OwnEntry[]>();
  for (const entry of entries) gather(alike, placeOf(entry), entry);
  const completed = (entry: OwnEntry): number | null => {
    const named = byIdentifier.get(entry.identifier ?? '') ?? [];
    const parts = [BigInt(entry.value), sumOf(alike.get(placeOf(entry)) ?? [])];
    const fitting = (byPlace.get(placeOf(entry)) ?? []).filter((one) =>
      parts.some((part) => one.amountFits(one.shown + part)),
    );
    return onlyOf((named.length > 0 ? named : fitting).map(({ operation }) => operation));
  };
  const pairs = new Map<string, number[]>();
  for (const entry of entries) {
    const operation = completed(entry);
    if (operation !== null) gather(pairs, entry.identifier ?? '', operation);
  }
  return (entry) => completed(entry) ?? onlyOf(pairs.get(entry.identifier ?? '') ?? []);
}

/** The one operation that they all name; null: there are several, or none. */
export function onlyOf(operations: readonly number[]): number | null {
  const [only = null, another] = new Set(operations);
  return another === undefined ? only : null;
}

function placeOf({
  node,
  event,
  token,
  partner,
}: Pick<OwnEntry, 'node' | 'event' | 'token' | 'partner'>): string {
  return JSON.stringify([node, event, token, partner]);
}
