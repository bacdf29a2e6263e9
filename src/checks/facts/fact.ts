import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { PaymentEvent } from '../../model/run/answer.ts';

/** One thing a node says, named so that the same thing has the same key in every view and every run. */
export interface Fact {
  readonly key: string;
  readonly subject: Subject;
  readonly value: string;
}

/** Facts by key; a thing a view does not show has no entry. */
export type Facts = ReadonlyMap<string, Fact>;

/** What a fact is about. */
export type Subject =
  | {
      readonly kind: 'channel';
      readonly token: TokenName;
      readonly partner: NodeName;
      readonly field: ChannelField;
    }
  | {
      readonly kind: 'entry';
      readonly event: PaymentEvent['kind'];
      readonly token: TokenName;
      readonly partner: NodeName;
      /** Absent for failed payments: the node does not say. */
      readonly identifier?: string;
      /** Counts from 1: more than 1 when the same entry stands there again. */
      readonly occurrence: number;
    }
  | { readonly kind: 'order'; readonly identifier?: string }
  /** When an entry says it was made. */
  | { readonly kind: 'entry-time'; readonly entry: string }
  | { readonly kind: 'connection'; readonly token: TokenName; readonly field: 'sumDeposits' | 'channels' }
  /** All that a node has in its channels. */
  | { readonly kind: 'sum'; readonly token: TokenName }
  | { readonly kind: 'pending'; readonly identifier: string; readonly field: 'lockedAmount' }
  /** Whether the node showed the view at all, and what it gave in place of it. */
  | { readonly kind: 'answer'; readonly given: 'nothing' | 'unreadable' | 'readable' };

/** `presence` is what tells a channel that is not there from one that is. */
export type ChannelField = 'presence' | 'channelIdentifier' | 'tokenNetwork' | (typeof PLAIN_FIELDS)[number];

/** What a channel shows as it stands. */
export const PLAIN_FIELDS = [
  'state',
  'balance',
  'totalDeposit',
  'totalWithdraw',
  'settleTimeout',
  'revealTimeout',
] as const;

/** Facts by key. */
export function factMap(facts: readonly Fact[]): Facts {
  return new Map(facts.map((fact) => [fact.key, fact] as const));
}

/** How the presence of a channel that is on its way to be gone is told. */
export const CLOSING = 'closing';

// After a close these follow each other by time alone, and the target's blocks are not the model's.
const CLOSING_STATES = ['waiting_for_close', 'closed', 'waiting_for_settle', 'settled'];

/** True for the states between open and gone. */
export function isClosing(state: string | undefined): boolean {
  return state !== undefined && CLOSING_STATES.includes(state);
}
