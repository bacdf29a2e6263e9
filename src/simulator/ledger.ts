import type { Amount } from '../model/network/amount.ts';
import { assertChannelInvariants } from '../model/network/invariants.ts';

// A double rounds to within 2^-53 of its value; beyond this relative distance two rounded numbers compare as
// the exact ones do, whatever their size.
const SAFE_MARGIN = 2 ** -50;

/**
 * The money of one token network, exact to the last unit, per channel end. Beside each available balance
 * stands its nearest double, which only decides comparisons that are far from equal: results never depend on it.
 */
export class Ledger {
  readonly totalDeposit: Amount[] = [];
  readonly totalWithdraw: Amount[] = [];
  /** deposit - withdraw + received - sent; pending locks still count. */
  readonly balance: Amount[] = [];
  readonly lockedAmount: Amount[] = [];
  readonly pendingLocks: number[] = [];
  /** Everything ever sent through the end, never decreasing. */
  readonly transferred: Amount[] = [];
  readonly #roughlyAvailable: number[] = [];
  readonly #onChange: (end: number) => void;
  #asked: Amount = 0n;
  #roughlyAsked = 0;

  /** `onChange` hears of every change of an end's available balance, after it. */
  constructor({ onChange = () => {} }: { readonly onChange?: (end: number) => void } = {}) {
    this.#onChange = onChange;
  }

  /** Adds one end; channels add both of theirs at once. */
  addEnd(end: {
    readonly totalDeposit: Amount;
    readonly totalWithdraw: Amount;
    readonly balance: Amount;
  }): void {
    const sent = end.totalDeposit - end.totalWithdraw - end.balance;
    this.totalDeposit.push(end.totalDeposit);
    this.totalWithdraw.push(end.totalWithdraw);
    this.balance.push(end.balance);
    this.lockedAmount.push(0n);
    this.pendingLocks.push(0);
    this.transferred.push(sent > 0n ? sent : 0n);
    this.#roughlyAvailable.push(Number(end.balance));
  }

  available(end: number): Amount {
    return (this.balance[end] as Amount) - (this.lockedAmount[end] as Amount);
  }

  /** Deposits minus withdrawals of both ends. */
  capacity(end: number): Amount {
    return (this.balance[end] as Amount) + (this.balance[end ^ 1] as Amount);
  }

  /** True when the end's available balance covers the amount. */
  covers(end: number, amount: Amount): boolean {
    if (amount !== this.#asked) {
      this.#asked = amount;
      this.#roughlyAsked = Number(amount);
    }
    const available = this.#roughlyAvailable[end] as number;
    const difference = available - this.#roughlyAsked;
    if (difference > available * SAFE_MARGIN) return true;
    if (-difference > this.#roughlyAsked * SAFE_MARGIN) return false;
    return this.available(end) >= amount;
  }

  /** Sets an amount aside for one transfer; the caller has checked that it is available. */
  lock(end: number, amount: Amount): void {
    this.lockedAmount[end] = (this.lockedAmount[end] as Amount) + amount;
    this.pendingLocks[end] = (this.pendingLocks[end] as number) + 1;
    this.#changed(end);
  }

  /** The locked amount moves to the other end. */
  unlock(end: number, amount: Amount): void {
    this.transferred[end] = (this.transferred[end] as Amount) + amount;
    this.balance[end] = (this.balance[end] as Amount) - amount;
    this.balance[end ^ 1] = (this.balance[end ^ 1] as Amount) + amount;
    this.release(end, amount);
    this.#changed(end ^ 1);
  }

  /** The locked amount is available again. */
  release(end: number, amount: Amount): void {
    this.lockedAmount[end] = (this.lockedAmount[end] as Amount) - amount;
    this.pendingLocks[end] = (this.pendingLocks[end] as number) - 1;
    this.#changed(end);
  }

  deposit(end: number, increase: Amount): void {
    this.totalDeposit[end] = (this.totalDeposit[end] as Amount) + increase;
    this.balance[end] = (this.balance[end] as Amount) + increase;
    this.#changed(end);
  }

  withdraw(end: number, increase: Amount): void {
    this.totalWithdraw[end] = (this.totalWithdraw[end] as Amount) + increase;
    this.balance[end] = (this.balance[end] as Amount) - increase;
    this.#changed(end);
  }

  /** Throws InvariantError when the channel of this end breaks one. */
  assertInvariants(end: number, key: string): void {
    const first = end & ~1;
    const pair = <T>(list: readonly T[]): [T, T] => [list[first] as T, list[first + 1] as T];
    assertChannelInvariants({
      key,
      totalDeposit: pair(this.totalDeposit),
      totalWithdraw: pair(this.totalWithdraw),
      balance: pair(this.balance),
      lockedAmount: pair(this.lockedAmount),
    });
  }

  #changed(end: number): void {
    this.#roughlyAvailable[end] = Number(this.available(end));
    this.#onChange(end);
  }
}
