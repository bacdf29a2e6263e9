import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';

/** What nodes still held locked when a load had ended, at several moments. */
export interface LoadAftermath {
  readonly looks: readonly HeldLook[];
  /** At the last look that found any: the channels with the most locked transfers. */
  readonly channels: readonly HeldChannel[];
}

/** What was held at one moment. */
export interface HeldLook {
  /** After the last payment had ended. */
  readonly atMs: number;
  /** Payments that hold locks somewhere. */
  readonly payments: number;
  readonly locked: readonly { readonly token: TokenName; readonly amount: Amount }[];
}

/** Locks in one direction of one channel. */
export interface HeldChannel {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  readonly token: TokenName;
  readonly payer: NodeName;
  readonly payee: NodeName;
  readonly transfers: number;
  readonly lockedAmount: Amount;
}
