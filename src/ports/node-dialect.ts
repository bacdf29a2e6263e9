import type { Address } from '../model/network/address.ts';
import type { Answer, PaymentReceipt } from '../model/run/answer.ts';
import type { SpokenDialect } from '../model/run/run.ts';
import type { PaymentRequest } from './node-api.ts';

/**
 * One kind of node's REST API as the outside of `rest/` sees it: what a run says of it and how payments are asked for.
 * A new dialect is a `RestDialect`, which is this with everything the server and the client need.
 */
export interface NodeDialect extends Required<SpokenDialect> {
  readonly payment: PaymentForm;
}

/** How a payment is asked for, for senders that ask thousands of times a second. */
export interface PaymentForm {
  /** Writes paths of payments behind what stands `before` them. */
  readonly paths: (before: string) => (of: Pick<PaymentToSend, 'token' | 'target'>) => string;
  /** The body: integers as texts, which every JSON reader leaves alone. */
  readonly body: (of: {
    readonly amount: bigint | string;
    readonly identifier: bigint | string;
    readonly lockTimeout?: number | undefined;
  }) => string;
  /** The fields of the answer to a payment that succeeded, in any order. */
  readonly receipt: ReceiptFields;
}

/** By its name in the answer, what a field of it repeats of the payment; `text`: anything. */
export type ReceiptFields = Readonly<
  Record<
    string,
    'initiator' | 'target' | 'token' | 'amount' | 'identifier' | 'secret' | 'secretHash' | 'text'
  >
>;

/** A payment with the addresses it has at the target. */
export interface PaymentToSend extends Pick<PaymentRequest, 'target' | 'token' | 'amount'> {
  readonly initiator: Address;
  readonly identifier: bigint;
  readonly lockTimeout?: number | undefined;
}

/** As `pay` of a connected node; a receipt that says exactly what was asked for is not repeated. */
export type SentPaymentAnswer = Answer<PaymentReceipt | undefined>;
