import { INTEGER, jsonReader, toJson } from '../../json.ts';
import { JsonBytes } from '../../json-bytes.ts';
import type { OperationRecord } from '../outcome.ts';
import { CHANNEL_INTEGERS, OPERATION_INTEGERS } from '../run-json.ts';
import { addSimulatedLine } from './simulated-line.ts';

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
    operation.giveUpAfterMs === undefined &&
    record.trace === undefined;
  if (!isPlain) {
    const line = new JsonBytes();
    return addSimulatedLine(line, record) ? line.take() : `${toJson(rounded(record))}\n`;
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

/** The same line as bytes. */
export function addRecordLine(line: JsonBytes, record: OperationRecord): void {
  if (!addSimulatedLine(line, record)) line.addText(recordLine(record));
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
