import { CHANGES_CHANNELS, type Operation, paymentKey } from '../../model/run/operation.ts';
import {
  isGivenUp,
  isPaymentRecord,
  type OperationRecord,
  type PaymentRecord,
} from '../../model/run/outcome.ts';
import { NOTHING } from '../otherwise.ts';
import type { Candidate, PredictedCourse } from './predicted-course.ts';

// Each costs a simulation of the whole plan, and what is made up for comes soon if it comes at all.
const MOST_MADE_UP = 5;

/** True when the target refused what the model does: by its own word nothing has happened. */
export function isRefusedOtherwise(
  { operation, outcome }: OperationRecord,
  predicted: OperationRecord | undefined,
): boolean {
  return changesSomething(operation) && outcome.kind === 'failed' && predicted?.outcome.kind === 'succeeded';
}

/**
 * What may explain that the target shows something else after an operation than predicted, likeliest first. `before`: the
 * operations that ended earlier.
 */
export function candidatesFor(
  record: OperationRecord,
  course: PredictedCourse,
  before: readonly OperationRecord[],
): readonly Candidate[] {
  const { operation } = record;
  const predicted = course.recordOf(operation.id);
  const own = ownCandidate(record, predicted);
  const late = [...failedUnheard(course, before).map((one) => one.operation.id), ...course.undone]
    .filter((id) => id !== operation.id)
    .slice(-MOST_MADE_UP)
    .toReversed()
    .map((id): Candidate => ({ operation: id, instead: { kind: 'late', after: operation.id } }));
  return [...(own === undefined ? [] : [own]), ...neverAsked(record, course, before), ...late];
}

/**
 * Earlier payments with a payment's identifier that may not have been asked for: the first one that fails before it is
 * sent keeps it (raiden.md 1.5), those whose requests never came do not.
 */
export function neverAsked(
  { operation }: OperationRecord,
  course: PredictedCourse,
  before: readonly OperationRecord[],
): readonly Candidate[] {
  if (operation.kind !== 'pay') return [];
  const key = paymentKey(operation);
  const ids = failedUnheard(course, before)
    .filter(({ operation: one }) => one.id < operation.id && paymentKey(one) === key)
    .map(({ operation: { id } }) => id)
    .toSorted((one, other) => one - other);
  return ids
    .map((id, at): Candidate => ({ operation: id, instead: NOTHING, undone: ids.slice(0, at) }))
    .slice(0, MOST_MADE_UP);
}

// Payments that are predicted to fail and for whose answer nobody waited: they may not have been asked for yet.
function failedUnheard(
  course: PredictedCourse,
  before: readonly OperationRecord[],
): readonly PaymentRecord[] {
  return before
    .filter(isPaymentRecord)
    .filter(
      ({ operation: { id }, outcome }) =>
        isGivenUp(outcome) && course.recordOf(id)?.outcome.kind === 'failed',
    );
}

function ownCandidate(
  record: OperationRecord,
  predicted: OperationRecord | undefined,
): Candidate | undefined {
  const { operation, outcome } = record;
  if (!changesSomething(operation) || predicted === undefined) return undefined;
  const isDone = predicted.outcome.kind === 'succeeded';
  // What was never asked for is no failure that a history would list.
  const isUnasked = outcome.kind === 'indeterminate' && predicted.outcome.kind === 'failed';
  if (!isDone && !isUnasked) return undefined;
  const instead = isRefusedOtherwise(record, predicted) ? undefined : NOTHING;
  return { operation: operation.id, instead };
}

function changesSomething({ kind }: Operation): boolean {
  return kind === 'pay' || CHANGES_CHANNELS.has(kind);
}
