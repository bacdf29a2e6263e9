import { INTEGER, type IntegerFields, jsonReader, toJson } from '../json.ts';
import { ACTION_INTEGERS } from '../scenario/scenario-integers.ts';
import type { ChannelView, PaymentEvent } from './answer.ts';
import type { Operation, OperationRecord } from './operation.ts';
import type { Reading } from './reading.ts';

// How operations, their outcomes and readings are written, a line each, and read back. Each reader throws SyntaxError
// and checks no shape but integers.

const OPERATION_INTEGERS: IntegerFields<Operation> = ACTION_INTEGERS;

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

/** One line of `outcomes.ndjson`; the times of loads are rounded to whole microseconds. */
export function recordLine(record: OperationRecord): string {
  return `${toJson(rounded(record))}\n`;
}

/** Milliseconds to whole microseconds: four doubles a line cost as much text as all else. */
export function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function rounded(record: OperationRecord): OperationRecord {
  const { operation, intendedAtMs, startedAtMs, endedAtMs } = record;
  if (intendedAtMs === undefined) return record;
  return {
    ...record,
    operation: { ...operation, atMs: inMicroseconds(operation.atMs) },
    intendedAtMs: inMicroseconds(intendedAtMs),
    startedAtMs: inMicroseconds(startedAtMs),
    endedAtMs: inMicroseconds(endedAtMs),
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
export const ENTRY_NAMES = {
  sent: 'EventPaymentSentSuccess',
  received: 'EventPaymentReceivedSuccess',
  failed: 'EventPaymentSentFailed',
} as const satisfies Readonly<Record<PaymentEvent['kind'], string>>;

/** The kinds of history entries by these names. */
export const ENTRY_KINDS = new Map(Object.entries(ENTRY_NAMES).map(([kind, name]) => [name as string, kind]));

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
  const events = entries.map(({ event, ...entry }) => ({ kind: ENTRY_KINDS.get(event), ...entry }));
  return { ...reading, value: { ...value, events } };
}
