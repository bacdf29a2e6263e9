import type { Amount } from '../model/network/amount.ts';
import { AmountColumn, EXACT } from '../model/network/amount-column.ts';
import type { AmountColumns } from '../model/network/channel-columns.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import { assertChannelInvariants } from '../model/network/invariants.ts';
import type { ChannelView } from '../model/run/answer.ts';
import { AmountsByEnd } from './amounts-by-end.ts';

// A double rounds to within 2^-53 of its value; beyond this relative distance two rounded numbers compare as
// the exact ones do, whatever their size.
const SAFE_MARGIN = 2 ** -50;

/**
 * The money of one token network, exact to the last unit, per channel end. Beside each available balance
 * stands its nearest double, which only decides comparisons that are far from equal: results never depend on it.
 */
export class Ledger {
  #totalDeposit = new AmountColumn();
  #totalWithdraw = new AmountColumn();
  #balance = new AmountColumn();
  /** The available balances: what is locked cannot be sent. */
  readonly amounts = new AmountsByEnd();
  readonly #lockedAmount = new AmountColumn();
  readonly #pendingLocks: number[] = [];
  readonly #transferred = new AmountColumn();
  readonly #onChange: (end: EndIndex) => void;
  #asked: Amount = 0n;
  #nearAsked = 0;

  /** `onChange` hears of every change of an end's available balance, after it. */
  constructor({ onChange = () => {} }: { readonly onChange?: (end: EndIndex) => void } = {}) {
    this.#onChange = onChange;
  }

  /** Takes the money of the first channels. */
  startWith(money: AmountColumns): void {
    this.#totalDeposit = money.totalDeposit.clone();
    this.#totalWithdraw = money.totalWithdraw.clone();
    this.#balance = money.balance.clone();
    this.amounts.startWith(money.balance);
    const count = this.#balance.length;
    this.#lockedAmount.pushZeros(count);
    this.#transferred.pushZeros(count);
    for (let end = 0 as EndIndex; end < count; end = (end + 1) as EndIndex) {
      this.#pendingLocks.push(0);
      // Most ends have sent nothing, which doubles tell where they are exact.
      const deposit = this.#totalDeposit.near(end);
      const isExact = deposit < EXACT && this.#totalWithdraw.near(end) < EXACT;
      if (isExact && deposit - this.#totalWithdraw.near(end) <= this.#balance.near(end)) continue;
      const sent = this.totalDeposit(end) - this.totalWithdraw(end) - this.balance(end);
      if (sent > 0n) this.#transferred.set(end, sent);
    }
  }

  /** Adds one end; channels add both of theirs at once. */
  addEnd(end: Pick<ChannelView, 'totalDeposit' | 'totalWithdraw' | 'balance'>): void {
    const sent = end.totalDeposit - end.totalWithdraw - end.balance;
    this.#totalDeposit.push(end.totalDeposit);
    this.#totalWithdraw.push(end.totalWithdraw);
    this.#balance.push(end.balance);
    this.#lockedAmount.push(0n);
    this.#pendingLocks.push(0);
    this.#transferred.push(sent > 0n ? sent : 0n);
    this.amounts.add(end.balance);
  }

  /** The totals and balances that `startWith` takes; to be read only. */
  get money(): AmountColumns {
    return {
      totalDeposit: this.#totalDeposit,
      totalWithdraw: this.#totalWithdraw,
      balance: this.#balance,
    };
  }

  totalDeposit(end: EndIndex): Amount {
    return this.#totalDeposit.at(end);
  }

  totalWithdraw(end: EndIndex): Amount {
    return this.#totalWithdraw.at(end);
  }

  /** deposit - withdraw + received - sent; pending locks still count. */
  balance(end: EndIndex): Amount {
    return this.#balance.at(end);
  }

  /** The balance as the nearest double: the balance itself below 2^53. */
  nearBalance(end: EndIndex): number {
    return this.#balance.near(end);
  }

  lockedAmount(end: EndIndex): Amount {
    return this.#lockedAmount.at(end);
  }

  pendingLocks(end: EndIndex): number {
    return this.#pendingLocks[end] as number;
  }

  /** Everything ever sent through the end, never decreasing. */
  transferred(end: EndIndex): Amount {
    return this.#transferred.at(end);
  }

  available(end: EndIndex): Amount {
    return this.amounts.of(end);
  }

  /** Deposits minus withdrawals of both ends. */
  capacity(end: EndIndex): Amount {
    return this.balance(end) + this.balance(otherEnd(end));
  }

  /** True when the end's available balance covers the amount. */
  covers(end: EndIndex, amount: Amount): boolean {
    const near = this.near(amount);
    const available = this.amounts.nearly[end] as number;
    if (available < EXACT && near < EXACT) return available >= near;
    const difference = available - near;
    if (difference > available * SAFE_MARGIN) return true;
    if (-difference > near * SAFE_MARGIN) return false;
    return this.available(end) >= amount;
  }

  /** Sets an amount aside for one transfer; the caller has checked that it is available. */
  lock(end: EndIndex, amount: Amount): void {
    this.#lockedAmount.increase(end, amount, this.near(amount));
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
    this.#lockedAmount.decrease(end, amount, this.near(amount));
    this.#pendingLocks[end] = this.pendingLocks(end) - 1;
    this.#changed(end);
  }

  deposit(end: EndIndex, increase: Amount): void {
    this.#totalDeposit.set(end, this.totalDeposit(end) + increase);
    this.#balance.set(end, this.balance(end) + increase);
    this.#changed(end);
  }

  withdraw(end: EndIndex, increase: Amount): void {
    this.#totalWithdraw.set(end, this.totalWithdraw(end) + increase);
    this.#balance.set(end, this.balance(end) - increase);
    this.#changed(end);
  }

  /** True when doubles alone show that the channel breaks no invariant. */
  isSurelySound(end: EndIndex): boolean {
    const other = otherEnd(end);
    const locked = this.#lockedAmount.near(end);
    const lockedOther = this.#lockedAmount.near(other);
    const balance = this.#balance.near(end);
    const balanceOther = this.#balance.near(other);
    const deposits = this.#totalDeposit.near(end) + this.#totalDeposit.near(other);
    const withdrawn = this.#totalWithdraw.near(end) + this.#totalWithdraw.near(other);
    // Below this none of the sums is rounded.
    if (Math.max(deposits, withdrawn, balance + balanceOther, locked, lockedOther) >= EXACT) return false;
    if (locked < 0 || lockedOther < 0 || locked > balance || lockedOther > balanceOther) return false;
    return balance + balanceOther === deposits - withdrawn;
  }

  /** Throws InvariantError when the channel of this end breaks one. */
  assertInvariants(end: EndIndex, key: string): void {
    const [first, second] = end < otherEnd(end) ? [end, otherEnd(end)] : [otherEnd(end), end];
    const pair = (column: AmountColumn): [Amount, Amount] => [column.at(first), column.at(second)];
    assertChannelInvariants({
      key,
      totalDeposit: pair(this.#totalDeposit),
      totalWithdraw: pair(this.#totalWithdraw),
      balance: pair(this.#balance),
      lockedAmount: pair(this.#lockedAmount),
    });
  }

  #move(end: EndIndex, amount: Amount): void {
    const near = this.near(amount);
    this.#transferred.increase(end, amount, near);
    this.#balance.decrease(end, amount, near);
    this.#balance.increase(otherEnd(end), amount, near);
  }

  #changed(end: EndIndex): void {
    const balance = this.#balance.near(end);
    const locked = this.#lockedAmount.near(end);
    if (balance < EXACT && locked < EXACT) this.amounts.setDouble(end, balance - locked);
    else this.amounts.set(end, this.balance(end) - this.lockedAmount(end));
    this.#onChange(end);
  }

  /** The double next to an amount: to convert is a call into the runtime, and mostly the same is asked for again. */
  near(amount: Amount): number {
    if (amount !== this.#asked) {
      this.#asked = amount;
      this.#nearAsked = Number(amount);
    }
    return this.#nearAsked;
  }
}
