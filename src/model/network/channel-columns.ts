import { firstIndex } from '../../statistics/first-index.ts';
import type { Amount } from './amount.ts';
import { AmountColumn, type AmountsPart } from './amount-column.ts';
import {
  CHANNEL_STATES,
  type ChannelAttributes,
  type ChannelState,
  type PerEnd,
  type TokenName,
} from './network.ts';

// Room for so many at first.
const FIRST_ROOM = 8;

/** The columns of numbers: nodes by their numbers, tokens and states by their places; reveal timeouts are pairs. */
interface Numbers {
  source: Int32Array;
  target: Int32Array;
  token: Int32Array;
  state: Int32Array;
  identifier: Float64Array;
  settleTimeout: Float64Array;
  revealTimeout: Float64Array;
}

/** The columns of amounts; each channel has a pair. */
export interface AmountColumns {
  readonly totalDeposit: AmountColumn;
  readonly totalWithdraw: AmountColumn;
  readonly balance: AmountColumn;
}

/** The terms of a channel: all but its nodes and its money. */
type ChannelTerms = Omit<ChannelAttributes, keyof AmountColumns>;

/** The columns of some channels that follow each other. */
export type ColumnsPart = Readonly<Numbers> & Readonly<Record<keyof AmountColumns, AmountsPart>>;

// Shared by all channels of which nothing was withdrawn.
const NOTHING: PerEnd<bigint> = Object.freeze([0n, 0n] as const);

/**
 * The channels of a network in typed arrays, in its order: about 100 bytes each, a fifth of what they take in a graph.
 * Nodes are numbered in the order of `nodes()`. What goes through all channels reads them by row and column: an object
 * for each would cost more than what is done with it.
 */
export class ChannelColumns {
  #numbers: Numbers = {
    source: new Int32Array(FIRST_ROOM),
    target: new Int32Array(FIRST_ROOM),
    token: new Int32Array(FIRST_ROOM),
    state: new Int32Array(FIRST_ROOM),
    identifier: new Float64Array(FIRST_ROOM),
    settleTimeout: new Float64Array(FIRST_ROOM),
    revealTimeout: new Float64Array(2 * FIRST_ROOM),
  };
  #amounts: AmountColumns = {
    totalDeposit: new AmountColumn(),
    totalWithdraw: new AmountColumn(),
    balance: new AmountColumn(),
  };
  #tokens: TokenName[] = [];
  #lastIdentifiers: number[] = [];
  /** True where the channels of each token stand in the order of their identifiers. */
  #isInOrder = true;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The money of the channels; to be read only. */
  get money(): AmountColumns {
    return this.#amounts;
  }

  /** Adds a channel between two nodes, given by their numbers. */
  push(between: PerEnd<number>, channel: ChannelAttributes): void {
    this.#pushTerms(between, channel);
    const { totalDeposit, totalWithdraw, balance } = this.#amounts;
    totalDeposit.pushBoth(channel.totalDeposit);
    totalWithdraw.pushBoth(channel.totalWithdraw);
    balance.pushBoth(channel.balance);
  }

  /** Adds a channel of which nothing was withdrawn and whose balances are its deposits. */
  pushFunded(between: PerEnd<number>, terms: ChannelTerms, deposits: PerEnd<Amount>): void {
    this.#pushTerms(between, terms);
    const { totalDeposit, totalWithdraw, balance } = this.#amounts;
    totalDeposit.pushBoth(deposits);
    totalWithdraw.pushZeros(2);
    balance.pushBothFrom(totalDeposit, balance.length);
  }

  /** The same with the money that other columns have from `place` on, which makes no objects of amounts. */
  pushFrom(between: PerEnd<number>, terms: ChannelTerms, money: AmountColumns, place: number): void {
    this.#pushTerms(between, terms);
    const { totalDeposit, totalWithdraw, balance } = this.#amounts;
    totalDeposit.pushBothFrom(money.totalDeposit, place);
    totalWithdraw.pushBothFrom(money.totalWithdraw, place);
    balance.pushBothFrom(money.balance, place);
  }

  #pushTerms(between: PerEnd<number>, channel: ChannelTerms): void {
    const row = this.#length;
    this.#makeRoom();
    const numbers = this.#numbers;
    const token = this.#numberOf(channel.token);
    if (channel.identifier <= (this.#lastIdentifiers[token] ?? Number.NEGATIVE_INFINITY))
      this.#isInOrder = false;
    this.#lastIdentifiers[token] = channel.identifier;
    numbers.source[row] = between[0];
    numbers.target[row] = between[1];
    numbers.token[row] = token;
    numbers.state[row] = CHANNEL_STATES.indexOf(channel.state);
    numbers.identifier[row] = channel.identifier;
    numbers.settleTimeout[row] = channel.settleTimeout;
    numbers.revealTimeout[2 * row] = channel.revealTimeout[0];
    numbers.revealTimeout[2 * row + 1] = channel.revealTimeout[1];
    this.#length += 1;
  }

  /** The channels of one token in the order of their identifiers; to be read only. */
  ofToken(token: TokenName): ChannelColumns {
    if (this.#isInOrder && this.#tokens.every((one) => one === token)) return this;
    const columns = new ChannelColumns();
    const rows = Array.from({ length: this.#length }, (_, row) => row)
      .filter((row) => this.token(row) === token)
      .sort((one, other) => this.identifier(one) - this.identifier(other));
    for (const row of rows)
      columns.pushFrom([this.node(row, 0), this.node(row, 1)], this.attributes(row), this.#amounts, 2 * row);
    return columns;
  }

  /** The same channels in memory of their own. */
  clone(): ChannelColumns {
    const columns = this.withMoney(this.#amounts);
    columns.#numbers = structuredClone(this.#numbers);
    return columns;
  }

  /** The same channels with a copy of this money; the memory of their terms is shared, and neither may grow. */
  withMoney({ totalDeposit, totalWithdraw, balance }: AmountColumns): ChannelColumns {
    const columns = new ChannelColumns();
    columns.#numbers = this.#numbers;
    columns.#amounts = {
      totalDeposit: totalDeposit.clone(),
      totalWithdraw: totalWithdraw.clone(),
      balance: balance.clone(),
    };
    columns.#tokens = [...this.#tokens];
    columns.#lastIdentifiers = [...this.#lastIdentifiers];
    columns.#isInOrder = this.#isInOrder;
    columns.#length = this.#length;
    return columns;
  }

  /** The number of the channel that has this identifier in this token network; undefined: none has. */
  rowOf(token: TokenName, identifier: number): number | undefined {
    const { identifier: identifiers } = this.#numbers;
    if (this.#tokens.length > 1 || !this.#isInOrder) {
      for (let row = 0; row < this.#length; row += 1)
        if (identifiers[row] === identifier && this.token(row) === token) return row;
      return undefined;
    }
    const row = firstIndex(this.#length, (index) => (identifiers[index] as number) >= identifier);
    return row < this.#length && identifiers[row] === identifier && this.token(row) === token
      ? row
      : undefined;
  }

  /** Adds to what one end has deposited, and holds. */
  addDeposit(row: number, end: 0 | 1, amount: Amount): void {
    const { totalDeposit, balance } = this.#amounts;
    for (const column of [totalDeposit, balance])
      column.set(2 * row + end, column.at(2 * row + end) + amount);
  }

  /** Number of the node at one end of the channel that was added as number `row`. */
  node(row: number, end: 0 | 1): number {
    return (end === 0 ? this.#numbers.source : this.#numbers.target)[row] as number;
  }

  token(row: number): TokenName {
    return this.#tokens[this.#numbers.token[row] as number] as TokenName;
  }

  state(row: number): ChannelState {
    return CHANNEL_STATES[this.#numbers.state[row] as number] as ChannelState;
  }

  identifier(row: number): number {
    return this.#numbers.identifier[row] as number;
  }

  settleTimeout(row: number): number {
    return this.#numbers.settleTimeout[row] as number;
  }

  revealTimeout(row: number, end: 0 | 1): number {
    return this.#numbers.revealTimeout[2 * row + end] as number;
  }

  totalDeposit(row: number, end: 0 | 1): Amount {
    return this.#amounts.totalDeposit.at(2 * row + end);
  }

  totalWithdraw(row: number, end: 0 | 1): Amount {
    return this.#amounts.totalWithdraw.at(2 * row + end);
  }

  balance(row: number, end: 0 | 1): Amount {
    return this.#amounts.balance.at(2 * row + end);
  }

  /** The double next to an amount. */
  near(name: keyof AmountColumns, row: number, end: 0 | 1): number {
    return this.#amounts[name].near(2 * row + end);
  }

  /** The columns of the channels `from` to right before `to`, pairs of the two ends in turn; to be read only. */
  part(from: number, to: number): ColumnsPart {
    const { source, target, token, state, identifier, settleTimeout, revealTimeout } = this.#numbers;
    const { totalDeposit, totalWithdraw, balance } = this.#amounts;
    return {
      source: source.subarray(from, to),
      target: target.subarray(from, to),
      token: token.subarray(from, to),
      identifier: identifier.subarray(from, to),
      state: state.subarray(from, to),
      settleTimeout: settleTimeout.subarray(from, to),
      revealTimeout: revealTimeout.subarray(2 * from, 2 * to),
      totalDeposit: totalDeposit.part(2 * from, 2 * to),
      totalWithdraw: totalWithdraw.part(2 * from, 2 * to),
      balance: balance.part(2 * from, 2 * to),
    };
  }

  /** The tokens that the column `token` numbers. */
  get tokens(): readonly TokenName[] {
    return this.#tokens;
  }

  /** The attributes of that channel, made anew. */
  attributes(row: number): ChannelAttributes {
    const totalDeposit = this.#pair('totalDeposit', row);
    const totalWithdraw = this.#pair('totalWithdraw', row);
    const balance = this.#pair('balance', row);
    return {
      identifier: this.identifier(row),
      token: this.token(row),
      state: this.state(row),
      settleTimeout: this.settleTimeout(row),
      revealTimeout: [this.revealTimeout(row, 0), this.revealTimeout(row, 1)] as const,
      totalDeposit,
      totalWithdraw,
      // Reports keep many channels, and hold half as much where the two pairs are one.
      balance: isSame(balance, totalDeposit) ? totalDeposit : balance,
    };
  }

  #pair(name: keyof AmountColumns, row: number): PerEnd<bigint> {
    const first = this.#amounts[name].at(2 * row);
    const second = this.#amounts[name].at(2 * row + 1);
    return first === 0n && second === 0n ? NOTHING : [first, second];
  }

  #numberOf(token: TokenName): number {
    const place = this.#tokens.indexOf(token);
    return place === -1 ? this.#tokens.push(token) - 1 : place;
  }

  #makeRoom(): void {
    const numbers = this.#numbers;
    if (this.#length < numbers.source.length) return;
    for (const name of ['source', 'target', 'token', 'state'] as const)
      numbers[name] = doubled(numbers[name], new Int32Array(2 * numbers[name].length));
    for (const name of ['identifier', 'settleTimeout', 'revealTimeout'] as const)
      numbers[name] = doubled(numbers[name], new Float64Array(2 * numbers[name].length));
  }
}

function doubled<Items extends Int32Array | Float64Array>(from: Items, to: Items): Items {
  to.set(from);
  return to;
}

function isSame(one: PerEnd<bigint>, other: PerEnd<bigint>): boolean {
  return one[0] === other[0] && one[1] === other[1];
}
