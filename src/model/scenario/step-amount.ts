import type { Amount } from '../network/amount.ts';

/**
 * The whole that a relative amount is a share of. `channel`: the balance of the node's own end of the channel with the
 * other node, or of its fullest end where there is none. `route`: the least balance on the way with the fewest hops.
 * `node`: everything that the node has in channels. `network`: everything that all nodes have.
 */
export const AMOUNT_BASES = ['channel', 'route', 'node', 'network'] as const;

/** An amount relative to the balance at the start of its step: all of it, a share, one more, one less. */
export interface RelativeAmount {
  readonly of: (typeof AMOUNT_BASES)[number];
  readonly percent: number;
  /** Added afterwards; may be negative. */
  readonly plus: bigint;
}

/** An amount as a step may ask for it. */
export type StepAmount = Amount | RelativeAmount;

/** A total as a step may ask for it: in all, or by how much it rises. */
export type StepTotal = StepRise | Amount;

/** By how much the total of a channel end rises. */
export interface StepRise {
  readonly by: StepAmount;
}
