import type { NodeIndex } from '../model/network/indices.ts';
import type { Timer } from './clock.ts';

/** The block chain as far as nodes notice it: numbers that count up, transactions that take their time. */
export interface Blocks {
  /** Number of the newest block; block 0 is there when the clock starts. */
  readonly latest: number;
  /** Calls `fire` when that block is mined; at once when it already is. */
  at(block: number, fire: () => void): Timer;
  /** Calls `confirmed` when a transaction sent now counts. */
  transact(transaction: Transaction, confirmed: () => void): void;
}

/** What a node sends to the chain. What it costs is for an observer with a price list to say. */
export interface Transaction {
  readonly kind: 'open' | 'deposit' | 'withdraw' | 'close' | 'settle';
  readonly from: NodeIndex;
}

/** Watches the chain, as a monitoring service or a bookkeeper of costs does; called in the order of events. */
export interface BlockObserver {
  sent?(transaction: Transaction, block: number): void;
  confirmed?(transaction: Transaction, block: number): void;
}
