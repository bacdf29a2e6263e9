import type { Amount } from '../../model/network/amount.ts';
import { AmountColumn } from '../../model/network/amount-column.ts';
import type { EndIndex } from '../../model/network/indices.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ledger } from '../ledger.ts';
import type { AmountsByEnd } from '../amounts-by-end.ts';
import { DelayedAmounts } from '../known-balances.ts';

/**
 * For which capacity of a channel its nodes have drawn their imbalance fees, and for which one they told the
 * path-finding service. A node tells its curve when a deposit is confirmed and when a withdrawal is requested, the
 * curve of before; it draws a new one when the withdrawal is confirmed and keeps it to itself (python-node.md 6).
 */
export class FeeCurves {
  readonly #ledger: Pick<Ledger, 'capacity'>;
  readonly #drawn = new AmountColumn();
  readonly #told: DelayedAmounts;

  constructor({
    ledger,
    clock,
    delayMs,
  }: {
    readonly ledger: Pick<Ledger, 'capacity'>;
    readonly clock: Clock;
    /** How long the service takes to hear of a curve. */
    readonly delayMs: number;
  }) {
    this.#ledger = ledger;
    this.#told = new DelayedAmounts(clock, delayMs);
  }

  /** Adds the next channel; unless told otherwise everybody knows its curve. */
  addChannel(capacity: Amount, told = capacity): void {
    this.#drawn.push(capacity);
    this.#told.addEnd(told);
  }

  /** The capacity by which the channel's nodes charge. */
  drawn(end: EndIndex): Amount {
    return this.#drawn.at(channelOf(end));
  }

  /** The capacity by which the service estimates what they charge. */
  told(end: EndIndex): Amount {
    return this.#told.available(channelOf(end));
  }

  /** The capacities that the service has heard of by now, by the first end of each channel, with earlier ones. */
  get amounts(): AmountsByEnd {
    return this.#told.amounts;
  }

  noteDeposit(end: EndIndex): void {
    this.#draw(end);
    this.#tell(end);
  }

  noteWithdrawalRequest(end: EndIndex): void {
    this.#tell(end);
  }

  noteWithdrawal(end: EndIndex): void {
    this.#draw(end);
  }

  #draw(end: EndIndex): void {
    this.#drawn.set(channelOf(end), this.#ledger.capacity(end));
  }

  #tell(end: EndIndex): void {
    this.#told.noteChange(channelOf(end), this.drawn(end));
  }
}

// Both ends of a channel see the same transactions, so that one entry stands for both.
function channelOf(end: EndIndex): EndIndex {
  return (end >> 1) as EndIndex;
}
