import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';

/**
 * A rule by which a node keeps its channel ends filled. It looks at what each end can send, and acts where that is below
 * (for `swap-out`: above) a share of what the end held at the start.
 */
export interface ReplenishSpec {
  readonly kind: ReplenishKind;
  readonly node: NodeName;
  readonly token: TokenName;
  /** Only in channels with these; absent: in all of its channels. */
  readonly partners?: readonly NodeName[];
  /** The share of its balance at the start below which (for `swap-out`: above which) the node acts. */
  readonly limit: number;
  /** The share of its balance at the start that the end is brought to. */
  readonly to: number;
  /** How often it looks. */
  readonly everyMs: number;
  /** From the look until the node acts; what the chain takes comes on top. */
  readonly delayMs: number;
  /** `swap-in` and `swap-out`: what the partner asks, in millionths of the amount. */
  readonly pricePpm: number;
  /** `circle`: the most that mediators may ask in all, in millionths of the amount. */
  readonly maxFeePpm: number;
}

/** The ways to fill an end, by their keys in a scenario file. */
export const REPLENISH_KEYS = {
  'top-up': 'topUp',
  circle: 'circle',
  'swap-in': 'swapIn',
  'swap-out': 'swapOut',
  reopen: 'reopen',
} as const;

/** One of them. */
export type ReplenishKind = keyof typeof REPLENISH_KEYS;

/** The effects of one such rule in a run. */
export interface ReplenishRecord extends Pick<ReplenishSpec, 'kind' | 'node' | 'token'> {
  /** How often ends were filled. */
  readonly done: number;
  /** How often that could not be: no way, not enough money, a partner that was away. */
  readonly refused: number;
  /** By how much they were filled, in all. */
  readonly amount: Amount;
  /** Fees and prices that were paid to others. */
  readonly paid: Amount;
  /** Transactions on chain. */
  readonly transactions: number;
  /** Money from the chain less money to the chain, mean over the run (as a double). */
  readonly addedMean: number;
}
