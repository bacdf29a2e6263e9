import type { Address } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';
import type { PaymentEvent } from '../model/run/answer.ts';
import { logTime } from './log-time.ts';

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
  read({
    token,
    partner,
    limit = Number.POSITIVE_INFINITY,
    offset = 0,
  }: {
    readonly token?: Address | undefined;
    readonly partner?: Address | undefined;
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
  }): readonly PaymentEvent[] {
    return this.#entries
      .filter((entry) => token === undefined || entry.tokenAddress === token)
      .filter((entry) => partner === undefined || entry.partner === partner)
      .slice(offset, offset + limit)
      .map(shown);
  }
}

function shown(entry: KeptPayment): PaymentEvent {
  const { tokenAddress, partner } = entry;
  const base = { logTime: logTime(entry.atMs), tokenAddress };
  switch (entry.kind) {
    case 'sent': {
      const { amount, identifier } = entry;
      return { kind: 'sent', amount, target: partner, identifier, ...base };
    }
    case 'received': {
      const { amount, identifier } = entry;
      return { kind: 'received', amount, initiator: partner, identifier, ...base };
    }
    case 'failed':
      return { kind: 'failed', reason: entry.reason, target: partner, ...base };
  }
}
