import { fromJson, toJson } from './json.ts';
import type { OperationRecord } from './outcome.ts';

/**
 * One line of `outcomes.ndjson`, the same bytes as `toJson` but for times, which are whole microseconds. Payments of
 * a load are put together by hand: at ten thousand a second the serializer would cost more than sending them.
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
  if (!isPlain) return `${toJson(rounded(record))}\n`;
  const { id, atMs, origin, node, target, token, amount, identifier } = operation;
  return (
    `{"operation":{"id":${id},"atMs":${micro(atMs)},"origin":${quoted(origin)},"kind":"pay","node":${quoted(node)},` +
    `"target":${quoted(target)},"token":${quoted(token)},"amount":"${amount}","identifier":"${identifier}"},` +
    `"intendedAtMs":${micro(intendedAtMs)},"startedAtMs":${micro(startedAtMs)},"endedAtMs":${micro(endedAtMs)},` +
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

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The inverse of `recordLine`. Throws SyntaxError. */
export function recordFromLine(line: string): unknown {
  // The reviver costs five times the parsing; it is only needed where an answer is kept.
  const plain = JSON.parse(line) as {
    readonly operation?: {
      readonly kind?: unknown;
      readonly amount?: unknown;
      readonly identifier?: unknown;
    };
    readonly outcome?: { readonly receipt?: unknown };
    readonly trace?: unknown;
  };
  const { operation, outcome } = plain;
  const isPlain =
    operation?.kind === 'pay' &&
    outcome !== undefined &&
    outcome.receipt === undefined &&
    plain.trace === undefined;
  if (!isPlain || typeof operation.amount !== 'string' || typeof operation.identifier !== 'string')
    return fromJson(line);
  return {
    ...plain,
    operation: { ...operation, amount: BigInt(operation.amount), identifier: BigInt(operation.identifier) },
  };
}
