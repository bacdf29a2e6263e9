import { type Address, hashFrom } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';
import type { NodeIndex } from '../model/network/indices.ts';
import type { TransactionHash } from '../model/run/answer.ts';
import type { DepositOnChain } from '../ports/chain-view.ts';
import type { Clock } from '../ports/clock.ts';

/** Tokens for services that one node has put aside. */
export type UserDeposit = { -readonly [Field in keyof DepositOnChain]: DepositOnChain[Field] };

// How often a node looks at its deposit (raiden.md 1.1).
const NOTICE_EVERY_MS = 300_000;

/** The belongings of nodes beside channels: tokens without a network, and deposits for services. */
export class Accounts {
  readonly #clock: Clock;
  /** By token and node; tokens with a network are kept by their layer. */
  readonly #loose = new Map<Address, Map<NodeIndex, Amount>>();
  readonly #deposits = new Map<NodeIndex, UserDeposit>();
  /** When each node next looks at its deposit. */
  readonly #looksAtMs = new Map<NodeIndex, number>();
  #transactions = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The balance of a token without a network. */
  loose(token: Address, node: NodeIndex): Amount {
    return this.#loose.get(token)?.get(node) ?? 0n;
  }

  addLoose(token: Address, node: NodeIndex, amount: Amount): void {
    const owners = this.#loose.get(token) ?? new Map<NodeIndex, Amount>();
    this.#loose.set(token, owners.set(node, (owners.get(node) ?? 0n) + amount));
  }

  /** Hands over what nodes own of a token that gets a network. */
  takeLoose(token: Address): ReadonlyMap<NodeIndex, Amount> {
    const owners = this.#loose.get(token);
    this.#loose.delete(token);
    return owners ?? new Map();
  }

  deposit(node: NodeIndex): UserDeposit {
    const deposit = this.#deposits.get(node) ?? { total: 0n, balance: 0n };
    this.#deposits.set(node, deposit);
    return deposit;
  }

  /** True once in each period in which a node looks at its deposit. */
  isLookDue(node: NodeIndex): boolean {
    const nowMs = this.#clock.nowMs();
    if (nowMs < (this.#looksAtMs.get(node) ?? 0)) return false;
    this.#looksAtMs.set(node, nowMs + NOTICE_EVERY_MS);
    return true;
  }

  /** A node that was started looks at its deposit at once. */
  restarted(node: NodeIndex): void {
    this.#looksAtMs.delete(node);
  }

  nextHash(): TransactionHash {
    this.#transactions += 1;
    return hashFrom(`millrace transaction ${this.#transactions}`);
  }
}
