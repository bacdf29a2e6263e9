import { type PaymentEvent, partnerIn } from '../model/run/answer.ts';
import type { PaymentFilter } from '../ports/node-api.ts';
import { logTimeOf } from '../runtime/calendar.ts';

// Simulated time 0 is this moment: 2026-01-01, in milliseconds since 1970-01-01.
const START_MS = 20_454 * 86_400_000;

/** One entry as it is kept; `logTime` is written out on reading. */
export type KeptPayment = Kept<PaymentEvent>;

type Kept<Event> = Event extends PaymentEvent ? Omit<Event, 'logTime'> & { readonly atMs: number } : never;

/** The history that one node shows of its own payments, oldest first; mediated ones leave no entry. */
export class PaymentHistory {
  // A chain, because most nodes have few entries, for which a list has more room than they take.
  #last: Link | undefined;

  add(entry: KeptPayment): void {
    this.#last = { entry, before: this.#last };
  }

  /** Filters first, then skips `offset` and shows at most `limit`. */
  read(filter: PaymentFilter): readonly PaymentEvent[] {
    const { token, partner, limit = Number.POSITIVE_INFINITY, offset = 0 } = filter;
    return this.#entries()
      .filter((entry) => token === undefined || entry.tokenAddress === token)
      .filter((entry) => partner === undefined || partnerIn(entry) === partner)
      .slice(offset, offset + limit)
      .map(({ atMs, tokenAddress, ...entry }) => {
        const logTime = logTimeOf(START_MS + Math.floor(atMs));
        return { ...entry, logTime, tokenAddress };
      });
  }

  #entries(): KeptPayment[] {
    const newestFirst: KeptPayment[] = [];
    for (let link = this.#last; link; link = link.before) newestFirst.push(link.entry);
    return newestFirst.reverse();
  }
}

interface Link {
  readonly entry: KeptPayment;
  readonly before: Link | undefined;
}
