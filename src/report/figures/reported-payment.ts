import { type FailurePlace, placeToldBy } from '../../model/failure-place.ts';
import {
  type FailureReason,
  type OperationRecord,
  type PayRequest,
  UNANSWERED_REASONS,
} from '../../model/run/operation.ts';
import { predictedRecords, type StoredRun } from '../../model/run/run.ts';
import { outlineOf, type Trace, type TraceOutline } from '../../model/run/trace.ts';

/** One payment of a run, with an unanswered one counted as what reading afterwards showed. */
export interface ReportedPayment {
  readonly record: OperationRecord;
  readonly request: PayRequest;
  readonly result: (typeof RESULTS)[number];
  /** Failed payments only. */
  readonly reason: FailureReason | undefined;
  /** Answered successes only: the end of an unanswered payment is not known. To the microsecond: beyond is rounding noise. */
  readonly latencyMs: number | undefined;
  readonly trace: Trace | undefined;
  /** Of the trace, or kept in its place. */
  readonly outline: TraceOutline | undefined;
  /** Failed payments only: where, by the trace or by the reason alone. */
  readonly place: FailurePlace | undefined;
}

/** Every way in which a payment may have ended. */
export const RESULTS = ['succeeded', 'failed', 'indeterminate'] as const;

/** All payments in the order of the records. */
export function* reportedPayments(run: StoredRun): Generator<ReportedPayment> {
  const predicted = predictedRecords(run);
  for (const record of run.records) {
    const payment = reportedPayment(record, predicted.get(record.operation.id));
    if (payment !== undefined) yield payment;
  }
}

/**
 * A record as the payment that it is of; `undefined`: it is of none. Nodes do not tell over REST how a payment
 * travelled, so a replay borrows the trace of its prediction where both ended the same way.
 */
export function reportedPayment(
  record: OperationRecord,
  predicted?: OperationRecord,
): ReportedPayment | undefined {
  const { operation } = record;
  if (operation.kind !== 'pay') return undefined;
  const trace = record.trace ?? (predicted && endsAlike(record, predicted) ? predicted.trace : undefined);
  const outline = trace ? outlineOf(trace) : record.outline;
  const ending = endingOf(record);
  const place = placeOf(operation, ending, outline);
  const { result, reason, latencyMs } = ending;
  return { record, request: operation, result, reason, latencyMs, trace, outline, place };
}

type Ending = Pick<ReportedPayment, 'result'> & Partial<Pick<ReportedPayment, 'reason' | 'latencyMs'>>;

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

/** True where an operation ended as predicted, for the same reason if it failed. */
export function endsAlike(record: OperationRecord, predicted: OperationRecord): boolean {
  const [ending, other] = [endingOf(record), endingOf(predicted)];
  return ending.result === other.result && ending.reason === other.reason;
}
