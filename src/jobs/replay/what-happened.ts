import { CHANGES_CHANNELS, type Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Instead } from '../otherwise.ts';
import type { PredictedCourse } from './predicted-course.ts';

/** The operation changed nothing. */
export const NOTHING: Instead = { kind: 'nothing' };

// Each costs a simulation of the whole plan, and what is made up for comes soon if it comes at all.
const MOST_MADE_UP = 5;

/** What an operation may have come to. */
export interface Candidate {
  readonly operation: number;
  readonly instead: Instead | undefined;
}

/** True when the target refused what the model does: by its own word nothing has happened. */
export function isRefusedOtherwise(
  { operation, outcome }: OperationRecord,
  predicted: OperationRecord | undefined,
): boolean {
  return changesSomething(operation) && outcome.kind === 'failed' && predicted?.outcome.kind === 'succeeded';
}

/** What may explain that the target shows something else after an operation than predicted, likeliest first. */
export function candidatesFor(record: OperationRecord, course: PredictedCourse): readonly Candidate[] {
  const { operation } = record;
  const predicted = course.recordOf(operation.id);
  const own: readonly Candidate[] = changesSomething(operation)
    ? predicted?.outcome.kind !== 'succeeded'
      ? []
      : isRefusedOtherwise(record, predicted)
        ? [{ operation: operation.id, instead: undefined }]
        : [{ operation: operation.id, instead: NOTHING }]
    : [];
  const late = course.undone
    .filter((id) => id !== operation.id)
    .slice(-MOST_MADE_UP)
    .toReversed()
    .map((id): Candidate => ({ operation: id, instead: { kind: 'late', after: operation.id } }));
  return [...own, ...late];
}

function changesSomething({ kind }: Operation): boolean {
  return kind === 'pay' || CHANGES_CHANNELS.has(kind);
}
