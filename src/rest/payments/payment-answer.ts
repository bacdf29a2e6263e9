import { nodeLine } from '../../model/node-text.ts';
import { errorText } from '../../model/run/reason.ts';
import type { PaymentToSend, ReceiptFields, SentPaymentAnswer } from '../../ports/node-dialect.ts';
import { ANSWER_JSON, readAnswer } from '../connect/read-answer.ts';
import { readJson } from '../../runtime/read-json.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { SecretFault } from './secret-watch.ts';

/** The answer that says exactly what was asked for. */
export const AS_REQUESTED: SentPaymentAnswer = { kind: 'ok', status: 200, value: undefined };

/**
 * Reads the answer to a payment, whoever received it. A redirect or a node that failed within
 * says nothing about the payment: it may have happened.
 */
export function readPaymentAnswer(
  response: { readonly status: number; readonly body: string },
  payment: PaymentToSend,
  dialect: RestDialect,
): SentPaymentAnswer {
  if (isAsRequested(response, payment, dialect.payment.receipt)) return AS_REQUESTED;
  const { status, body: text } = response;
  const answer = readAnswer({ status, text }, dialect.endpoints.pay, dialect.reasonOf);
  if (answer.kind !== 'refused' || !leavesItOpen(status)) return answer;
  const detail = `status ${status}, which is no answer to a payment: ${nodeLine(errorText(answer.errors))}`;
  return { kind: 'indeterminate', cause: 'unreadable-answer', detail };
}

function leavesItOpen(status: number): boolean {
  // A node that is not ready, or does not do this at all, says so and has done nothing.
  return status < 400 || (status >= 500 && status !== 501 && status !== 503);
}

/** The answer with its receipt, to be kept for what is wrong with its secret. */
export function readWithReceipt(
  { status, body }: { readonly status: number; readonly body: string },
  { fault, dialect }: { readonly fault: SecretFault; readonly dialect: RestDialect },
): SentPaymentAnswer {
  const answer = readAnswer({ status, text: body }, dialect.endpoints.pay, dialect.reasonOf);
  if (answer.kind !== 'ok' || fault !== 'used-before') return answer;
  return { ...answer, value: { ...answer.value, isSecretUsed: true } };
}

const HASH = /^0x[0-9a-f]{64}$/;

// Digits travel as strings; what is written otherwise takes the long way.
function isAsRequested(
  { status, body }: { readonly status: number; readonly body: string },
  payment: PaymentToSend,
  receipt: ReceiptFields,
): boolean {
  if (status !== 200) return false;
  let fields: Readonly<Record<string, unknown>> | null;
  try {
    fields = readJson(body, ANSWER_JSON) as typeof fields;
  } catch {
    return false;
  }
  if (fields === null) return false;
  for (const name in receipt) {
    const fieldText = fields[name];
    const value = receipt[name] as ReceiptFields[string];
    if (typeof fieldText !== 'string' || !isValue(fieldText, value, payment)) return false;
  }
  return true;
}

function isValue(found: string, value: ReceiptFields[string], payment: PaymentToSend): boolean {
  if (value === 'secret' || value === 'secretHash') return HASH.test(found);
  return value === 'text' || found === payment[value].toString();
}
