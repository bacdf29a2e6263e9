import { type FailurePlace, placeToldBy } from '../../model/failure-place.ts';
import {
  type FailureReason,
  type OperationRecord,
  type PayRequest,
  UNANSWERED_REASONS,
} from '../../model/run/operation.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';
import { outlineOf, type Trace, type TraceOutline } from '../../model/run/trace.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';

/** One payment of a run, with an unanswered one counted as what reading afterwards showed. */
export interface ReportedPayment {
  readonly record: OperationRecord;
  readonly request: PayRequest;
  readonly result: 'succeeded' | 'failed' | 'indeterminate';
  /** Failed payments only. */
  readonly reason?: FailureReason;
  /** Answered successes only: the end of an unanswered payment is not known. To the microsecond: beyond is rounding noise. */
  readonly latencyMs?: number;
  readonly trace?: Trace;
  /** Of the trace, or kept in its place. */
  readonly outline?: TraceOutline;
  /** Failed payments only: where, by the trace or by the reason alone. */
  readonly place?: FailurePlace;
}

/**
 * All payments in the order of the records. Nodes do not tell over REST how a payment travelled, so a
 * replay borrows the trace of its prediction where both ended the same way.
 */
export function reportedPayments(run: Run): readonly ReportedPayment[] {
  const predicted = predictedRecords(run);
  const results: ReportedPayment[] = [];
  for (const record of run.records) {
    const { operation } = record;
    if (operation.kind !== 'pay') continue;
    const ending = endingOf(record);
    const trace = record.trace ?? borrowedTrace(ending, predicted.get(operation.id));
    const outline = trace ? outlineOf(trace) : record.outline;
    const place = placeOf(operation, ending, outline);
    results.push({
      record,
      request: operation,
      ...ending,
      ...(trace ? { trace } : {}),
      ...(outline ? { outline } : {}),
      ...(place ? { place } : {}),
    });
  }
  return results;
}

type Ending = Pick<ReportedPayment, 'result' | 'reason' | 'latencyMs'>;

function endingOf({ outcome, startedAtMs, endedAtMs }: OperationRecord): Ending {
  switch (outcome.kind) {
    case 'succeeded':
      return { result: 'succeeded', latencyMs: Math.round((endedAtMs - startedAtMs) * 1000) / 1000 };
    case 'failed':
      return { result: 'failed', reason: outcome.reason };
    case 'indeterminate':
      if (outcome.resolved === 'happened') return { result: 'succeeded' };
      if (outcome.resolved === 'did-not-happen')
        return { result: 'failed', reason: UNANSWERED_REASONS[outcome.cause] };
      return { result: 'indeterminate' };
  }
}

function placeOf(
  request: PayRequest,
  { result, reason }: Ending,
  outline: TraceOutline | undefined,
): FailurePlace | undefined {
  if (result !== 'failed' || reason === undefined) return undefined;
  if (outline?.failedAt === undefined) return placeToldBy(reason, request);
  const { at, channel = null, check } = outline.failedAt;
  return { at, channel, check };
}

function borrowedTrace(ending: Ending, predicted: OperationRecord | undefined): Trace | undefined {
  if (!predicted?.trace) return undefined;
  const same = endingOf(predicted);
  return same.result === ending.result && same.reason === ending.reason ? predicted.trace : undefined;
}

/** How many succeeded payments took this many hops. */
export interface PathLengthCount {
  readonly hops: number;
  readonly count: number;
}

/** Succeeded payments by number of hops, shortest first; payments whose path is not known are left out. */
export function pathLengths(payments: readonly ReportedPayment[]): readonly PathLengthCount[] {
  const counts = new Map<number, number>();
  for (const { result, outline } of payments) {
    if (result !== 'succeeded' || !outline || outline.hops < 1) continue;
    const { hops } = outline;
    counts.set(hops, (counts.get(hops) ?? 0) + 1);
  }
  return [...counts].map(([hops, count]) => ({ hops, count })).sort((a, b) => a.hops - b.hops);
}

/**
 * The sums that arrived, by token in the order of first payment: amounts of different tokens do not add up. Where only
 * some records of a load were kept, the sums come from the counts of all payments.
 */
export function volumeByToken(
  { load, records }: Pick<Run, 'load' | 'records'>,
  payments: readonly ReportedPayment[],
): ReadonlyMap<TokenName, Amount> {
  if (load?.kept.kind === 'sample') return resolvedCounts(load.aggregate, records).arrived;
  const volumes = new Map<TokenName, Amount>();
  for (const { request, result } of payments) {
    const volume = volumes.get(request.token) ?? 0n;
    volumes.set(request.token, result === 'succeeded' ? volume + request.amount : volume);
  }
  return volumes;
}
