import type { StepAmount } from '../../../model/scenario/step-amount.ts';

/**
 * One call of a generated sequence, said so that it fits any network: nodes by number, amounts by what is there when
 * its turn comes. Taking away other moves leaves it a call at the same limit, which is what makes shrinking work.
 */
export type Move = {
  /** Starts together with the one before. */
  readonly isBeside?: true;
  /** Asked of the other node, the other way round. */
  readonly isBack?: true;
} & MoveAction;

type MoveAction =
  | {
      readonly kind: 'pay';
      readonly from: number;
      /** Counted over the nodes with a channel, over those without, or over all others. */
      readonly to: number;
      readonly among?: 'partners' | 'strangers';
      readonly amount: StepAmount;
      /** Asks once more with the identifier of the so-manieth payment before, 0 the last one; absent: one of its own. */
      readonly repeats?: number;
      /** Which asks for another amount than that payment did, with the same identifier. */
      readonly isForMore?: true;
      /** Which is a payment of its own with that identifier: this one of the two nodes is another, one of those here. */
      readonly elsewhere?: 'payer' | 'payee';
      /** Life of the lock: at the reveal time-out, one block more, or beyond the settle time-out; absent: the node's choice. */
      readonly lockTimeout?: 'least' | 'short' | 'most';
      /** The caller breaks off when so many messages have had their time; absent: it waits for the answer. */
      readonly givesUpAfter?: number;
    }
  | MoveInChannel<
      'open',
      {
        readonly deposit: StepAmount;
        readonly settleTimeout?: TimeoutIdea;
        readonly revealTimeout?: TimeoutIdea;
      }
    >
  /** By how much the total rises. */
  | MoveInChannel<'deposit' | 'withdraw', { readonly by: StepAmount }>
  | MoveInChannel<'close', object>
  | { readonly kind: 'leave'; readonly from: number }
  | { readonly kind: 'stop'; readonly from: number }
  /** Counted over the nodes that are stopped, or over all where none is. */
  | { readonly kind: 'start'; readonly from: number }
  /** `little`: by a block. `much`: beyond the life of a lock, within the wait for it. `more`: beyond everything. */
  | { readonly kind: 'slow'; readonly from: number; readonly by: 'nothing' | 'little' | 'much' | 'more' }
  /** The same request as before it, sent once more; back: by the other of the two nodes. */
  | { readonly kind: 'again' }
  | { readonly kind: 'wait'; readonly blocks: number };

type MoveInChannel<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly from: number;
  /** Counted over the partners, or over all others: what no channel leads to is asked for, too. */
  readonly to: number;
  readonly among: 'partners' | 'strangers';
} & Details;

/** A time-out by the limits of the node: within them, right at them, or beyond. */
export type TimeoutIdea = 'usual' | 'least' | 'below' | 'zero';
