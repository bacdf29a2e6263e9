import type { Address } from '../../model/network/address.ts';
import type { Answer, PaymentReceipt } from '../../model/run/answer.ts';
import { errorText } from '../../model/run/reason.ts';
import { nodeEndpoints } from './node-endpoints.ts';
import { readAnswer } from '../connect/read-answer.ts';
import type { SecretFault } from '../payments/secret-watch.ts';

/** A payment with the addresses it has at the target. */
export interface PaymentToSend {
  readonly initiator: Address;
  readonly target: Address;
  readonly token: Address;
  readonly amount: bigint;
  readonly identifier: bigint;
  readonly lockTimeout?: number | undefined;
}

/** As `pay` of a connected node; a receipt that says exactly what was asked for is not repeated. */
export type SentPaymentAnswer = Answer<PaymentReceipt | undefined>;

/** The answer that says exactly what was asked for. */
export const AS_REQUESTED: SentPaymentAnswer = { kind: 'ok', status: 200, value: undefined };

/**
 * Reads the answer to a payment, whoever received it. A redirect, a gateway that gave up or a node that failed within
 * says nothing about the payment: it may have happened.
 */
export function readPaymentAnswer(
  response: { readonly status: number; readonly body: string },
  payment: PaymentToSend,
): SentPaymentAnswer {
  if (isAsRequested(response, payment)) return AS_REQUESTED;
  const { status, body: text } = response;
  const answer = readAnswer({ status, text }, nodeEndpoints.pay);
  if (answer.kind !== 'refused' || !leavesItOpen(status)) return answer;
  const detail = `status ${status}, which is no answer to a payment: ${errorText(answer.errors)}`;
  return { kind: 'indeterminate', cause: GATEWAY.has(status) ? 'gateway' : 'unreadable-answer', detail };
}

// What a gateway says when it passed a request on and got no answer that it understood (RFC 9110, 15.6.3 and 15.6.5).
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);

function leavesItOpen(status: number): boolean {
  // A node that is not ready, or does not do this at all, says so and has done nothing.
  return status < 400 || (status >= 500 && status !== 501 && status !== 503);
}

/** The answer with its receipt, to be kept for what is wrong with its secret. */
export function readWithReceipt(
  { status, body }: { readonly status: number; readonly body: string },
  fault: SecretFault,
): SentPaymentAnswer {
  const answer = readAnswer({ status, text: body }, nodeEndpoints.pay);
  if (answer.kind !== 'ok' || fault !== 'used-before') return answer;
  return { ...answer, value: { ...answer.value, isSecretUsed: true } };
}

const HASH = /^0x[0-9a-f]{64}$/;

// Digits travel as strings, which JSON.parse does not round; what is written otherwise takes the long way.
function isAsRequested(
  { status, body }: { readonly status: number; readonly body: string },
  payment: PaymentToSend,
): boolean {
  if (status !== 200) return false;
  let fields: Partial<Record<ReceiptField, unknown>> | null;
  try {
    fields = JSON.parse(body) as typeof fields;
  } catch {
    return false;
  }
  return (
    fields !== null &&
    fields.amount === payment.amount.toString() &&
    fields.identifier === payment.identifier.toString() &&
    fields.initiator_address === payment.initiator &&
    fields.target_address === payment.target &&
    fields.token_address === payment.token &&
    typeof fields.secret === 'string' &&
    HASH.test(fields.secret) &&
    typeof fields.secret_hash === 'string' &&
    HASH.test(fields.secret_hash)
  );
}

type ReceiptField =
  | 'initiator_address'
  | 'target_address'
  | 'token_address'
  | 'amount'
  | 'identifier'
  | 'secret'
  | 'secret_hash';
