import { INTEGER, type IntegerFields, jsonReader, toJson } from '../json.ts';
import { FEE_INTEGERS, OBSERVATION_INTEGERS } from '../scenario/scenario-integers.ts';
import type { ChannelView, PaymentEvent } from './answer.ts';
import type { Operation, OperationRecord, Outcome, PaymentRecord } from './operation.ts';
import type { Reading } from './reading.ts';
import type { HopTrace, Trace } from './trace.ts';

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
 * One line of `outcomes.ndjson`; the times of loads are rounded to whole microseconds. Payments are written by a template,
 * at a third of the cost of `toJson`: there are ten thousand a second.
 */
export function recordLine(record: OperationRecord): string {
  const { operation, intendedAtMs, startedAtMs, endedAtMs, outcome, foreseen, trace } = record;
  if (operation.kind !== 'pay' || saysMore(record, operation)) return `${toJson(rounded(record))}\n`;
  const { id, atMs, origin, kind, node, target, token, amount, identifier } = operation;
  // A run on virtual time is exact and stays so.
  const time = intendedAtMs === undefined ? String : microText;
  return (
    `{"operation":{"id":${id},"atMs":${time(atMs)},"origin":${quoted(origin)},"kind":"${kind}",` +
    `"node":${quoted(node)},"target":${quoted(target)},"token":${quoted(token)},` +
    `"amount":"${amount}","identifier":"${identifier}"},` +
    (intendedAtMs === undefined ? '' : `"intendedAtMs":${time(intendedAtMs)},`) +
    `"startedAtMs":${time(startedAtMs)},"endedAtMs":${time(endedAtMs)},"outcome":${outcomeText(outcome)}` +
    (foreseen === undefined ? '' : `,"foreseen":"${foreseen}"`) +
    `${trace === undefined ? '' : `,"trace":${traceText(trace)}`}}\n`
  );
}

const quoted: (text: string) => string = JSON.stringify;

function saysMore(
  { outline, inPlaceOf, asked, isUndone }: OperationRecord,
  { after, expected, lockTimeout, giveUpAfterMs }: PaymentRecord['operation'],
): boolean {
  const more = outline ?? inPlaceOf ?? asked ?? isUndone ?? after ?? expected ?? lockTimeout;
  return (more ?? giveUpAfterMs) !== undefined;
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind !== 'succeeded') return JSON.stringify(outcome);
  const { status, receipt, channels } = outcome;
  if (receipt === undefined && channels === undefined) return `{"kind":"succeeded","status":${status}}`;
  if (receipt?.secretHash === undefined || receipt.isSecretUsed || channels !== undefined)
    return toJson(outcome);
  const { initiatorAddress, targetAddress, tokenAddress, amount, identifier, secret, secretHash } = receipt;
  return (
    `{"kind":"succeeded","status":${status},"receipt":{"initiatorAddress":${quoted(initiatorAddress)},` +
    `"targetAddress":${quoted(targetAddress)},"tokenAddress":${quoted(tokenAddress)},"amount":"${amount}",` +
    `"identifier":"${identifier}","secret":${quoted(secret)},"secretHash":${quoted(secretHash)}}}`
  );
}

function traceText({ path, hops, fee, sent, received, failure }: Trace): string {
  let text = `{"path":${JSON.stringify(path)},"hops":[`;
  for (let hop = 0; hop < hops.length; hop += 1)
    text += `${hop === 0 ? '' : ','}${hopText(hops[hop] as HopTrace)}`;
  const why = failure === undefined ? '' : `,"failure":${JSON.stringify(failure)}`;
  return `${text}],"fee":"${fee}","sent":"${sent}","received":"${received}"${why}}`;
}

function hopText({ channel, payer, payee, amount, settled, lockedAtMs, unlockedAtMs }: HopTrace): string {
  const moments =
    (lockedAtMs === undefined ? '' : `,"lockedAtMs":${lockedAtMs}`) +
    (unlockedAtMs === undefined ? '' : `,"unlockedAtMs":${unlockedAtMs}`);
  return `{"channel":${quoted(channel)},"payer":${quoted(payer)},"payee":${quoted(payee)},"amount":"${amount}","settled":${settled}${moments}}`;
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
    operation: { ...record.operation, atMs: micro(record.operation.atMs) },
    intendedAtMs: micro(intendedAtMs),
    startedAtMs: micro(startedAtMs),
    endedAtMs: micro(endedAtMs),
  };
}

function micro(ms: number): number {
  return Math.round(ms * 1000) / 1000;
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
