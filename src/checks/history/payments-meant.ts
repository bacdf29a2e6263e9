import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NamedEntry } from '../facts/history-facts.ts';
import type { ExpectedEntry } from './expected-entries.ts';

/** What should stand in a history, and does not, or with less or more. */
export interface WantingEntry extends ExpectedEntry {
  /** What the entries that do stand there add up to. */
  readonly shown: Amount;
}

/** An entry and the node that shows it. */
export type OwnEntry = NamedEntry & { readonly node: NodeName };

/** What the amounts of entries add up to. */
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
