import type { Amount } from '../network/amount.ts';
import type { TokenName } from '../network/network.ts';
import { type FailureReason, type OperationRecord, UNANSWERED_REASONS } from '../run/operation.ts';
import type { IndeterminateCause } from '../run/answer.ts';
import { REASON_CLASSES } from '../run/reason-class.ts';
import type { LoadAggregate, LoadCounts } from './load-aggregate.ts';

/** How the payments of a load ended once reading has told of those without an answer. */
export interface ResolvedCounts {
  readonly counts: Readonly<LoadCounts>;
  /** Failed payments by reason; together they are `counts.failed`. */
  readonly failures: ReadonlyMap<FailureReason, number>;
  /** Payments that nothing is known of, by why they had no answer; together they are `counts.indeterminate`. */
  readonly unanswered: ReadonlyMap<IndeterminateCause, number>;
  /** The sums that succeeded payments moved, by token in the order of first payment. */
  readonly arrived: ReadonlyMap<TokenName, Amount>;
}

/** The figures that a load is judged by: durations as measured, counts and series after readings resolved payments. */
export interface LoadFigures
  extends Pick<LoadAggregate, 'counts' | 'service' | 'response' | 'lag' | 'series'> {
  /**
   * The counts as clients saw them: a payment without an answer is no success for them, whatever reading shows. Absent:
   * nothing was read.
   */
  readonly answers?: Readonly<LoadCounts>;
}

/** The figures of a load that is over. */
export function resolvedFigures(aggregate: LoadAggregate, records: Iterable<OperationRecord>): LoadFigures {
  const { service, response, lag, series } = aggregate;
  const { counts } = resolvedCounts(aggregate, records);
  return { service, response, lag, series: series.resolvedBy(records), counts, answers: aggregate.counts };
}

/**
 * The one count of a load's payments, by which it is judged and told. The aggregate knows what was answered while it
 * ran; what the records say of the others is put in its place. Of a sample, what is not kept stays indeterminate.
 */
export function resolvedCounts(
  { counts: answered, reasons, arrived: paid }: Pick<LoadAggregate, 'counts' | 'reasons' | 'arrived'>,
  records: Iterable<OperationRecord>,
): ResolvedCounts {
  const counts = { ...answered };
  const countsOf = <Name extends string>(names: readonly Name[]): Map<Name, number> =>
    new Map(names.flatMap((name) => (reasons.has(name) ? [[name, reasons.get(name) ?? 0]] : [])));
  const failures = countsOf<FailureReason>(REASON_CLASSES);
  const unanswered = countsOf(Object.keys(UNANSWERED_REASONS) as IndeterminateCause[]);
  const arrived = new Map(paid);
  for (const { operation, outcome } of records) {
    if (operation.kind !== 'pay' || outcome.kind !== 'indeterminate') continue;
    if (outcome.resolved === 'happened') {
      counts.succeeded += 1;
      counts.volume += Number(operation.amount);
      arrived.set(operation.token, (arrived.get(operation.token) ?? 0n) + operation.amount);
    } else if (outcome.resolved === 'did-not-happen') {
      counts.failed += 1;
      const reason = UNANSWERED_REASONS[outcome.cause];
      failures.set(reason, (failures.get(reason) ?? 0) + 1);
    } else continue;
    counts.indeterminate -= 1;
    unanswered.set(outcome.cause, (unanswered.get(outcome.cause) ?? 0) - 1);
  }
  return { counts, failures, unanswered: new Map([...unanswered].filter(([, count]) => count > 0)), arrived };
}
