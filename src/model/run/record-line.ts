import { INTEGER, jsonReader, toJson } from '../json.ts';
import type { PaymentReceipt } from './answer.ts';
import { isPaymentRecord, type OperationRecord, type Outcome, type PaymentRecord } from './outcome.ts';
import { CHANNEL_INTEGERS, OPERATION_INTEGERS } from './run-json.ts';
import type { HopTrace, Trace, TraceOutline } from './trace.ts';

/**
 * One line of `outcomes.ndjson`, the same bytes as `toJson` but for times, which are whole microseconds. Payments
 * of loads and simulations are put together by hand: at ten thousand a second the serializer would cost more than all else.
 */
export function recordLine(record: OperationRecord): string {
  const { operation, intendedAtMs, startedAtMs, endedAtMs, outcome, foreseen } = record;
  const isPlain =
    operation.kind === 'pay' &&
    outcome.kind === 'succeeded' &&
    outcome.receipt === undefined &&
    intendedAtMs !== undefined &&
    operation.after === undefined &&
    operation.expected === undefined &&
    operation.lockTimeout === undefined &&
    record.trace === undefined;
  if (!isPlain) {
    const simulated =
      intendedAtMs === undefined && isPaymentRecord(record) ? simulatedLine(record) : undefined;
    return `${simulated ?? toJson(rounded(record))}\n`;
  }
  const { id, atMs, origin, node, target, token, amount, identifier } = operation;
  return (
    `{"operation":{"id":${id},"atMs":${microText(atMs)},"origin":${quoted(origin)},"kind":"pay","node":${quoted(node)},` +
    `"target":${quoted(target)},"token":${quoted(token)},"amount":"${amount}","identifier":"${identifier}"},` +
    `"intendedAtMs":${microText(intendedAtMs)},"startedAtMs":${microText(startedAtMs)},"endedAtMs":${microText(endedAtMs)},` +
    `"outcome":{"kind":"succeeded","status":${outcome.status}}` +
    `${foreseen === undefined ? '' : `,"foreseen":"${foreseen}"`}}\n`
  );
}

function rounded(record: OperationRecord): OperationRecord {
  const { intendedAtMs, startedAtMs, endedAtMs } = record;
  // A run on virtual time is exact and stays so.
  if (intendedAtMs === undefined) return record;
  return {
    ...record,
    operation: { ...record.operation, atMs: micro(record.operation.atMs) },
    intendedAtMs: micro(intendedAtMs),
    startedAtMs: micro(startedAtMs),
    endedAtMs: micro(endedAtMs),
  };
}

function micro(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

// As JSON writes `micro(ms)`: a double becomes text slowly, and there are four in every line.
function microText(ms: number): string {
  const us = Math.round(ms * 1000);
  // Beyond what integer arithmetic has for certain, the runtime writes them.
  if (!(us >= 0 && us <= MOST_US)) return `${us / 1000}`;
  const whole = Math.floor(us / 1000);
  return `${whole}${FRACTIONS[us - whole * 1000]}`;
}

// Thirty years.
const MOST_US = 1e15;
const FRACTIONS = Array.from({ length: 1000 }, (_, us) => (us / 1000).toString().slice(1));

// The record of a simulated payment, put together by hand: the serializer looks at every field of every hop, which
// takes longer than to simulate it. Undefined: it has fields that only the serializer knows.
function simulatedLine(record: PaymentRecord): string | undefined {
  const { operation, startedAtMs, endedAtMs, outcome, trace, outline, foreseen, inPlaceOf } = record;
  if (foreseen !== undefined || inPlaceOf !== undefined) return undefined;
  if (
    operation.after !== undefined ||
    operation.expected !== undefined ||
    operation.lockTimeout !== undefined
  )
    return undefined;
  const ending = outcomeText(outcome);
  if (ending === undefined) return undefined;
  const { id, atMs, origin, node, target, token, amount, identifier } = operation;
  return (
    `{"operation":{"id":${id},"atMs":${atMs},"origin":${quoted(origin)},"kind":"pay","node":${quoted(node)},` +
    `"target":${quoted(target)},"token":${quoted(token)},"amount":"${amount}","identifier":"${identifier}"},` +
    `"startedAtMs":${startedAtMs},"endedAtMs":${endedAtMs},"outcome":${ending}` +
    (trace === undefined ? '' : `,"trace":${traceText(trace)}`) +
    `${outline === undefined ? '' : `,"outline":${outlineText(outline)}`}}`
  );
}

function outcomeText(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'succeeded': {
      const { status, receipt, channels } = outcome;
      if (receipt === undefined || receipt.isSecretUsed !== undefined || channels !== undefined)
        return undefined;
      return `{"kind":"succeeded","status":${status},"receipt":${receiptText(receipt)}}`;
    }
    case 'failed': {
      const { status, reason, message } = outcome;
      return `{"kind":"failed","status":${status},"reason":"${reason}","message":${quoted(message)}}`;
    }
    case 'indeterminate':
      return undefined;
  }
}

function receiptText(receipt: PaymentReceipt): string {
  const { initiatorAddress, targetAddress, tokenAddress, amount, identifier, secret, secretHash } = receipt;
  return (
    `{"initiatorAddress":"${initiatorAddress}","targetAddress":"${targetAddress}","tokenAddress":"${tokenAddress}",` +
    `"amount":"${amount}","identifier":"${identifier}","secret":${quoted(secret)},"secretHash":${quoted(secretHash)}}`
  );
}

function traceText({ path, hops, fee, sent, received, failure }: Trace): string {
  return (
    `{"path":[${listText(path, quoted)}],"hops":[${listText(hops, hopText)}],` +
    `"fee":"${fee}","sent":"${sent}","received":"${received}"` +
    // Without integers, in the order in which its fields were written.
    `${failure === undefined ? '' : `,"failure":${JSON.stringify(failure)}`}}`
  );
}

function outlineText({ hops, fee, failedAt }: TraceOutline): string {
  return `{"hops":${hops},"fee":"${fee}"${failedAt === undefined ? '' : `,"failedAt":${JSON.stringify(failedAt)}`}}`;
}

function hopText({ channel, payer, payee, amount, settled }: HopTrace): string {
  return `{"channel":${quoted(channel)},"payer":${quoted(payer)},"payee":${quoted(payee)},"amount":"${amount}","settled":${settled}}`;
}

function listText<T>(items: readonly T[], text: (item: T) => string): string {
  let list = '';
  for (let at = 0; at < items.length; at += 1)
    list += at === 0 ? text(items[at] as T) : `,${text(items[at] as T)}`;
  return list;
}

// Nearly all texts need no escapes, and to see that is quicker than to have them looked for.
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}

const TRACE_INTEGERS = { fee: INTEGER, sent: INTEGER, received: INTEGER, hops: { amount: INTEGER } } as const;

/** The inverse of `recordLine`. Throws SyntaxError. */
export const recordFromLine = jsonReader<OperationRecord>({
  operation: OPERATION_INTEGERS,
  outcome: { receipt: { amount: INTEGER, identifier: INTEGER }, channels: CHANNEL_INTEGERS },
  trace: TRACE_INTEGERS,
  outline: { fee: INTEGER },
  inPlaceOf: TRACE_INTEGERS,
});
