import { INTEGER, type IntegerFields, jsonReader, toJson } from '../json.ts';
import { FEE_INTEGERS, OBSERVATION_INTEGERS } from '../scenario/scenario-integers.ts';
import type { ChannelView, PaymentEvent } from './answer.ts';
import type { Operation, OperationRecord, PaymentRecord } from './operation.ts';
import type { Reading } from './reading.ts';

// How operations, their outcomes and readings are written, a line each, and read back. Each reader throws SyntaxError
// and checks no shape but integers.

const OPERATION_INTEGERS: IntegerFields<Operation> = {
  amount: INTEGER,
  identifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
  balanceTolerance: INTEGER,
  totalDepositTolerance: INTEGER,
  observation: OBSERVATION_INTEGERS,
  settings: { fees: FEE_INTEGERS },
};

const CHANNEL_INTEGERS: IntegerFields<ChannelView> = {
  channelIdentifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
  settleTimeout: INTEGER,
  revealTimeout: INTEGER,
};

/** Reads one operation of a plan. */
export const parseOperation = jsonReader<Operation>(OPERATION_INTEGERS);

/**
 * One line of `outcomes.ndjson`; the times of loads are rounded to whole microseconds. Payments of loads are written by a
 * template, at a third of the cost of `toJson`: a driver writes ten thousand a second. In a simulation it would gain nothing.
 */
export function recordLine(record: OperationRecord): string {
  const { operation, intendedAtMs, startedAtMs, endedAtMs, outcome, foreseen } = record;
  if (intendedAtMs === undefined || operation.kind !== 'pay' || saysMore(record, operation))
    return `${toJson(rounded(record))}\n`;
  const { id, atMs, origin, kind, node, target, token, amount, identifier } = operation;
  const isPlain = outcome.kind === 'succeeded' && outcome.receipt === undefined;
  return (
    `{"operation":{"id":${id},"atMs":${microText(atMs)},"origin":${JSON.stringify(origin)},"kind":"${kind}",` +
    `"node":${JSON.stringify(node)},"target":${JSON.stringify(target)},"token":${JSON.stringify(token)},` +
    `"amount":"${amount}","identifier":"${identifier}"},"intendedAtMs":${microText(intendedAtMs)},` +
    `"startedAtMs":${microText(startedAtMs)},"endedAtMs":${microText(endedAtMs)},` +
    `"outcome":${isPlain ? `{"kind":"succeeded","status":${outcome.status}}` : toJson(outcome)}` +
    `${foreseen === undefined ? '' : `,"foreseen":"${foreseen}"`}}\n`
  );
}

function saysMore(
  { trace, outline, inPlaceOf, asked, isUndone }: OperationRecord,
  { after, expected, lockTimeout, giveUpAfterMs }: PaymentRecord['operation'],
): boolean {
  const more = trace ?? outline ?? inPlaceOf ?? asked ?? isUndone ?? after ?? expected ?? lockTimeout;
  return (more ?? giveUpAfterMs) !== undefined;
}

// Milliseconds to whole microseconds, as JSON writes them: four doubles a line cost as much text as all else.
function microText(ms: number): string {
  const us = Math.round(ms * 1000);
  if (!(us >= 0 && us <= MOST_US)) return `${us / 1000}`;
  const whole = Math.floor(us / 1000);
  return `${whole}${FRACTIONS[us - whole * 1000]}`;
}

// Thirty years; beyond, integer arithmetic is not certain.
const MOST_US = 1e15;
const FRACTIONS = Array.from({ length: 1000 }, (_, us) => (us / 1000).toString().slice(1));

function rounded(record: OperationRecord): OperationRecord {
  const { intendedAtMs, startedAtMs, endedAtMs } = record;
  if (intendedAtMs === undefined) return record;
  return {
    ...record,
    operation: { ...record.operation, atMs: Number(microText(record.operation.atMs)) },
    intendedAtMs: Number(microText(intendedAtMs)),
    startedAtMs: Number(microText(startedAtMs)),
    endedAtMs: Number(microText(endedAtMs)),
  };
}

const TRACE_INTEGERS = { fee: INTEGER, sent: INTEGER, received: INTEGER, hops: { amount: INTEGER } } as const;

/** The inverse of `recordLine`. */
export const recordFromLine = jsonReader<OperationRecord>({
  operation: OPERATION_INTEGERS,
  outcome: { receipt: { amount: INTEGER, identifier: INTEGER }, channels: CHANNEL_INTEGERS },
  trace: TRACE_INTEGERS,
  outline: { fee: INTEGER },
  inPlaceOf: TRACE_INTEGERS,
});

/** The names of history entries in findings and run folders: the words of the Python node. */
export const ENTRY_NAMES: Readonly<Record<PaymentEvent['kind'], string>> = {
  sent: 'EventPaymentSentSuccess',
  received: 'EventPaymentReceivedSuccess',
  failed: 'EventPaymentSentFailed',
};

const KINDS = new Map(Object.entries(ENTRY_NAMES).map(([kind, name]) => [name, kind] as const));

/** One line of `readings.ndjson`. */
export function readingLine(reading: Reading): string {
  const { value } = reading;
  if (value.kind !== 'history') return `${toJson(reading)}\n`;
  const events = value.events.map(({ kind, ...entry }) => ({ event: ENTRY_NAMES[kind], ...entry }));
  return `${toJson({ ...reading, value: { ...value, events } })}\n`;
}

const parseReading = jsonReader<Reading>({
  value: {
    channel: CHANNEL_INTEGERS,
    channels: CHANNEL_INTEGERS,
    events: { amount: INTEGER, identifier: INTEGER },
    connections: { sumDeposits: INTEGER },
    transfers: {
      paymentIdentifier: INTEGER,
      channelIdentifier: INTEGER,
      transferredAmount: INTEGER,
      lockedAmount: INTEGER,
    },
  },
});

/** The inverse of `readingLine`. */
export function readingFromLine(line: string): unknown {
  const reading = parseReading(line) as Partial<Reading> | null;
  const value = reading?.value;
  if (value?.kind !== 'history') return reading;
  const entries = value.events as unknown as readonly { readonly event: string }[];
  const events = entries.map(({ event, ...entry }) => ({ kind: KINDS.get(event), ...entry }));
  return { ...reading, value: { ...value, events } };
}
