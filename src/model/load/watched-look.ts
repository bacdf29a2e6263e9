import type { Amount } from '../network/amount.ts';
import type { ChannelState, NodeName } from '../network/network.ts';

/** A look at a node while a load runs, on the run's clock. */
export type WatchedLook = {
  readonly node: NodeName;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
} & (
  | { readonly kind: 'channels'; readonly channels: readonly WatchedEnd[] }
  /** It answered something that is not as the API says. */
  | {
      readonly kind: 'unreadable';
      readonly view: 'channels' | 'pending' | 'history';
      readonly detail: string;
    }
);

/** What a node showed of its end of a channel. */
export interface WatchedEnd {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  readonly balance: Amount;
  readonly totalDeposit: Amount;
  readonly totalWithdraw: Amount;
  readonly state: ChannelState;
  /** Absent: of a run from before they were kept. */
  readonly settleTimeout?: number;
  readonly revealTimeout?: number;
}
