import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import { assertChannelInvariants } from '../model/network/invariants.ts';
import { AmountsByEnd } from './view/amounts-by-end.ts';

// A double rounds to within 2^-53 of its value; beyond this relative distance two rounded numbers compare as
// the exact ones do, whatever their size.
const SAFE_MARGIN = 2 ** -50;
// Nearest doubles below this are the integers themselves.
const EXACT = 2 ** 53;

/**
 * The money of one token network, exact to the last unit, per channel end. Beside each available balance
 * stands its nearest double, which only decides comparisons that are far from equal: results never depend on it.
 */
export class Ledger {
  readonly #totalDeposit: Amount[] = [];
  readonly #totalWithdraw: Amount[] = [];
  readonly #balance: Amount[] = [];
  /** What can be sent: the balance without what is locked. */
  readonly amounts = new AmountsByEnd();
  readonly #lockedAmount: Amount[] = [];
  readonly #pendingLocks: number[] = [];
  readonly #transferred: Amount[] = [];
  readonly #onChange: (end: EndIndex) => void;
  #asked: Amount = 0n;
  #roughlyAsked = 0;

  /** `onChange` hears of every change of an end's available balance, after it. */
  constructor({ onChange = () => {} }: { readonly onChange?: (end: EndIndex) => void } = {}) {
    this.#onChange = onChange;
  }

  /** Adds one end; channels add both of theirs at once. */
  addEnd(end: {
    readonly totalDeposit: Amount;
    readonly totalWithdraw: Amount;
    readonly balance: Amount;
  }): void {
    const sent = end.totalDeposit - end.totalWithdraw - end.balance;
    this.#totalDeposit.push(end.totalDeposit);
    this.#totalWithdraw.push(end.totalWithdraw);
    this.#balance.push(end.balance);
    this.#lockedAmount.push(0n);
    this.#pendingLocks.push(0);
    this.#transferred.push(sent > 0n ? sent : 0n);
    this.amounts.add(end.balance);
  }

  totalDeposit(end: EndIndex): Amount {
    return this.#totalDeposit[end] as Amount;
  }

  totalWithdraw(end: EndIndex): Amount {
    return this.#totalWithdraw[end] as Amount;
  }

  /** deposit - withdraw + received - sent; pending locks still count. */
  balance(end: EndIndex): Amount {
    return this.#balance[end] as Amount;
  }

  lockedAmount(end: EndIndex): Amount {
    return this.#lockedAmount[end] as Amount;
  }

  pendingLocks(end: EndIndex): number {
    return this.#pendingLocks[end] as number;
  }

  /** Everything ever sent through the end, never decreasing. */
  transferred(end: EndIndex): Amount {
    return this.#transferred[end] as Amount;
  }

  available(end: EndIndex): Amount {
    return this.amounts.of(end);
  }

  /** The nearest doubles of what is available, by end. */
  nearlyAvailable(): Float64Array {
    return this.amounts.nearly;
  }

  /** Deposits minus withdrawals of both ends. */
  capacity(end: EndIndex): Amount {
    return this.balance(end) + this.balance(otherEnd(end));
  }

  /** True when the end's available balance covers the amount. */
  covers(end: EndIndex, amount: Amount): boolean {
    if (amount !== this.#asked) {
      this.#asked = amount;
      this.#roughlyAsked = Number(amount);
    }
    const available = this.amounts.nearly[end] as number;
    if (available < EXACT && this.#roughlyAsked < EXACT) return available >= this.#roughlyAsked;
    const difference = available - this.#roughlyAsked;
    if (difference > available * SAFE_MARGIN) return true;
    if (-difference > this.#roughlyAsked * SAFE_MARGIN) return false;
    return this.available(end) >= amount;
  }

  /** Sets an amount aside for one transfer; the caller has checked that it is available. */
  lock(end: EndIndex, amount: Amount): void {
    this.#lockedAmount[end] = this.lockedAmount(end) + amount;
    this.#pendingLocks[end] = this.pendingLocks(end) + 1;
    this.#changed(end);
  }

  /** The locked amount moves to the other end. */
  unlock(end: EndIndex, amount: Amount): void {
    this.#move(end, amount);
    this.release(end, amount);
    this.#changed(otherEnd(end));
  }

  /** An amount that was never locked moves to the other end; the caller has checked that it is available. */
  send(end: EndIndex, amount: Amount): void {
    this.#move(end, amount);
    this.#changed(end);
    this.#changed(otherEnd(end));
  }

  /** The locked amount is available again. */
  release(end: EndIndex, amount: Amount): void {
    this.#lockedAmount[end] = this.lockedAmount(end) - amount;
    this.#pendingLocks[end] = this.pendingLocks(end) - 1;
    this.#changed(end);
  }

  deposit(end: EndIndex, increase: Amount): void {
    this.#totalDeposit[end] = this.totalDeposit(end) + increase;
    this.#balance[end] = this.balance(end) + increase;
    this.#changed(end);
  }

  withdraw(end: EndIndex, increase: Amount): void {
    this.#totalWithdraw[end] = this.totalWithdraw(end) + increase;
    this.#balance[end] = this.balance(end) - increase;
    this.#changed(end);
  }

  /** True when the channel breaks no invariant; by its first end. */
  isSound(end: EndIndex): boolean {
    const other = otherEnd(end);
    const [locked, lockedOther] = [this.lockedAmount(end), this.lockedAmount(other)];
    if (locked < 0n || lockedOther < 0n) return false;
    const [balance, balanceOther] = [this.balance(end), this.balance(other)];
    if (locked > balance || lockedOther > balanceOther) return false;
    const deposits = this.totalDeposit(end) + this.totalDeposit(other);
    const withdrawn = this.totalWithdraw(end) + this.totalWithdraw(other);
    return balance + balanceOther === deposits - withdrawn;
  }

  /** Throws InvariantError when the channel of this end breaks one. */
  assertInvariants(end: EndIndex, key: string): void {
    const [first, second] = end < otherEnd(end) ? [end, otherEnd(end)] : [otherEnd(end), end];
    const pair = <T>(list: readonly T[]): [T, T] => [list[first] as T, list[second] as T];
    assertChannelInvariants({
      key,
      totalDeposit: pair(this.#totalDeposit),
      totalWithdraw: pair(this.#totalWithdraw),
      balance: pair(this.#balance),
      lockedAmount: pair(this.#lockedAmount),
    });
  }

  #move(end: EndIndex, amount: Amount): void {
    this.#transferred[end] = this.transferred(end) + amount;
    this.#balance[end] = this.balance(end) - amount;
    this.#balance[otherEnd(end)] = this.balance(otherEnd(end)) + amount;
  }

  #changed(end: EndIndex): void {
    this.amounts.set(end, this.balance(end) - this.lockedAmount(end));
    this.#onChange(end);
  }
}
