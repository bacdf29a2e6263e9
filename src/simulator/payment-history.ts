import type { Address } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';
import type { PaymentEvent } from '../model/run/answer.ts';
import type { PaymentFilter } from '../ports/node-api.ts';
import { logTimeOf } from '../runtime/calendar.ts';

// Simulated time 0 is this moment: 2026-01-01, in milliseconds since 1970-01-01.
const START_MS = 20_454 * 86_400_000;

/** One entry as it is kept; `logTime` is written out on reading. */
export type KeptPayment = {
  readonly tokenAddress: Address;
  readonly partner: Address;
  readonly atMs: number;
} & (
  | { readonly kind: 'sent' | 'received'; readonly amount: Amount; readonly identifier: bigint }
  | { readonly kind: 'failed'; readonly reason: string }
);

/** What one node tells of its own payments, oldest first; mediated ones leave no entry. */
export class PaymentHistory {
  readonly #entries: KeptPayment[] = [];

  add(entry: KeptPayment): void {
    this.#entries.push(entry);
  }

  /** Filters first, then skips `offset` and shows at most `limit`. */
  read(filter: PaymentFilter): readonly PaymentEvent[] {
    const { token, partner, limit = Number.POSITIVE_INFINITY, offset = 0 } = filter;
    return this.#entries
      .filter((entry) => token === undefined || entry.tokenAddress === token)
      .filter((entry) => partner === undefined || entry.partner === partner)
      .slice(offset, offset + limit)
      .map(shown);
  }
}

function shown(entry: KeptPayment): PaymentEvent {
  const { tokenAddress, partner } = entry;
  const base = { logTime: logTimeOf(START_MS + Math.floor(entry.atMs)), tokenAddress };
  switch (entry.kind) {
    case 'sent':
    case 'received': {
      const { kind, amount, identifier } = entry;
      return kind === 'sent'
        ? { kind, amount, target: partner, identifier, ...base }
        : { kind, amount, initiator: partner, identifier, ...base };
    }
    case 'failed':
      return { kind: 'failed', reason: entry.reason, target: partner, ...base };
  }
}
