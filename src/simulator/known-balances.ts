import type { Amount } from '../model/network/amount.ts';
import type { EndIndex } from '../model/network/indices.ts';
import type { DelayedAmounts } from './delayed-amounts.ts';
import type { Ledger } from './ledger.ts';

/** What a path-finding service believes channel ends can send. */
export interface KnownBalances {
  covers(end: EndIndex, amount: Amount): boolean;
  available(end: EndIndex): Amount;
}

/** Knows what went into a channel and how much is left of it, not how it is split between the ends. */
export function capacityOnly(ledger: Ledger): KnownBalances {
  return {
    covers: (end, amount) => ledger.capacity(end) >= amount,
    available: (end) => ledger.capacity(end),
  };
}

/** Knows balances as they were some time ago. */
export function delayedBalances(amounts: DelayedAmounts): KnownBalances {
  return {
    covers: (end, amount) => amounts.of(end) >= amount,
    available: (end) => amounts.of(end),
  };
}
