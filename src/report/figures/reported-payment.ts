import type { IndeterminateCause } from '../../model/run/answer.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import type { Run } from '../../model/run/run.ts';
import type { Trace } from '../../model/run/trace.ts';

/** Why a payment failed; or why it got no answer, where reading showed that it did not happen. */
export type FailureReason =
  | ReasonClass
  | 'no-answer'
  | 'given-up'
  | 'connection-broken'
  | 'unreadable-answer';

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
}

/**
 * All payments in the order of the records. Nodes do not tell over REST how a payment travelled, so a
 * replay borrows the trace of its prediction where both ended the same way.
 */
export function reportedPayments(run: Run): readonly ReportedPayment[] {
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
  const results: ReportedPayment[] = [];
  for (const record of run.records) {
    const { operation } = record;
    if (operation.kind !== 'pay') continue;
    const ending = endingOf(record);
    const trace = record.trace ?? borrowedTrace(ending, predicted.get(operation.id));
    results.push({ record, request: operation, ...ending, ...(trace ? { trace } : {}) });
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
        return { result: 'failed', reason: UNANSWERED[outcome.cause] };
      return { result: 'indeterminate' };
  }
}

const UNANSWERED: Readonly<Record<IndeterminateCause, FailureReason>> = {
  deadline: 'no-answer',
  gateway: 'no-answer',
  interrupted: 'given-up',
  'connection-broken': 'connection-broken',
  'unreadable-answer': 'unreadable-answer',
};

function borrowedTrace(ending: Ending, predicted: OperationRecord | undefined): Trace | undefined {
  if (!predicted?.trace) return undefined;
  const same = endingOf(predicted);
  return same.result === ending.result && same.reason === ending.reason ? predicted.trace : undefined;
}
