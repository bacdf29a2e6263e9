import {
  CHANGES_CHANNELS,
  isGivenUp,
  isPaymentRecord,
  type Operation,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Correction } from './corrections.ts';
import type { Hypothesis, Outlook, PredictedCourse } from './predicted-course.ts';

// Each costs a simulation of the whole plan, and what is performed late comes soon if it comes at all.
const MOST_LATE = 5;

/** True when the target refused what the model does: by its own word nothing has happened. */
export function isRefusedOtherwise(
  { operation, outcome }: OperationRecord,
  predicted: OperationRecord | undefined,
): boolean {
  return changesSomething(operation) && outcome.kind === 'failed' && predicted?.outcome.kind === 'succeeded';
}

/** The replay as far as it has come. */
export interface SoFar {
  readonly course: PredictedCourse;
  /** Of operations that have ended, the one to be explained last. */
  readonly records: readonly OperationRecord[];
}

/** Possible reasons why an operation was answered otherwise than predicted, likeliest first. */
export function whyAnsweredSo(record: OperationRecord, soFar: SoFar): readonly Hypothesis[] {
  return [...neverAsked(record, soFar), ...heldUp(record, soFar)];
}

/** Possible reasons why the target shows something else after an operation than predicted, likeliest first. */
export function whyShownSo(record: OperationRecord, soFar: SoFar): readonly Hypothesis[] {
  const { operation } = record;
  const { course } = soFar;
  const late = [...failedUnheard(soFar).map((one) => one.operation.id), ...course.undone]
    .filter((id) => id !== operation.id)
    .slice(-MOST_LATE)
    .toReversed()
    .map((id) => only({ operation: id, kind: 'late', after: operation.id }));
  return [...ofItself(record, course.recordOf(operation.id)), ...neverAsked(record, soFar), ...late];
}

/**
 * Earlier payments with a payment's identifier that may not have been asked for: the first one that fails before it is
 * sent keeps it (raiden.md 1.5), those whose requests never came do not.
 */
function neverAsked({ operation }: OperationRecord, soFar: SoFar): readonly Hypothesis[] {
  if (operation.kind !== 'pay') return [];
  const key = paymentKey(operation);
  const ids = failedUnheard(soFar)
    .filter(({ operation: one }) => one.id < operation.id && paymentKey(one) === key)
    .map(({ operation: { id } }) => id)
    .toSorted((one, other) => one - other);
  return ids
    .slice(0, MOST_LATE)
    .map((_id, at) => ({ corrections: ids.slice(0, at + 1).map((id) => ({ operation: id, kind: 'undo' })) }));
}

// Payments that are predicted to fail and for whose answer nobody waited: they may not have been asked for yet.
function failedUnheard({ course, records }: SoFar): readonly PaymentRecord[] {
  return records
    .filter(isPaymentRecord)
    .filter(
      ({ operation: { id }, outcome }) =>
        isGivenUp(outcome) && course.recordOf(id)?.outcome.kind === 'failed',
    );
}

// It changed nothing; or, where that was taken for granted, it did all the same.
function ofItself(record: OperationRecord, predicted: OperationRecord | undefined): readonly Hypothesis[] {
  const { operation, outcome } = record;
  if (!changesSomething(operation) || predicted === undefined) return [];
  const isDone = predicted.outcome.kind === 'succeeded';
  // A payment that was never asked for is no failure that a history would list.
  const isUnasked = outcome.kind === 'indeterminate' && predicted.outcome.kind === 'failed';
  if (!isDone && !isUnasked) return [];
  const kind = isRefusedOtherwise(record, predicted) ? 'as-planned' : 'undo';
  return [only({ operation: operation.id, kind })];
}

function changesSomething({ kind }: Operation): boolean {
  return kind === 'pay' || CHANGES_CHANNELS.has(kind);
}

function only(correction: Correction): Hypothesis {
  return { corrections: [correction] };
}

/** Whether a target came to an operation as soon as it was asked, or only right before it answered. */
type CameToIt = 'when-asked' | 'before-it-answered';

// How operations may have gone on the target's clock, likeliest first: those before, and the last one.
const POSSIBLE: readonly (readonly [CameToIt, CameToIt])[] = [
  ['when-asked', 'when-asked'],
  ['before-it-answered', 'before-it-answered'],
  ['when-asked', 'before-it-answered'],
  ['before-it-answered', 'when-asked'],
];

/**
 * The plan as it goes when each operation so far, this one last, begins no sooner than the target came to it. A channel
 * that was closed alone settles in time, of which more passes on the wall than in the model, most on a machine with too
 * much to do; what is done with it then ends otherwise.
 */
function heldUp(record: OperationRecord, { course, records }: SoFar): readonly Hypothesis[] {
  if (!isAboutChannels(record.operation) || !records.some(leavesAChannel)) return [];
  const { id } = record.operation;
  const { blockTimeMs } = course.run.header.scenario.protocol;
  const [first] = records;
  const begunMs = first && course.recordOf(first.operation.id)?.startedAtMs;
  // The two clocks do not start at the same moment.
  const aheadMs = (first?.startedAtMs ?? 0) - (begunMs ?? 0);
  const [askedMs, answeredMs] = [record.startedAtMs - aheadMs, record.endedAtMs - aheadMs];
  const cameTo = ({ operation, startedAtMs, endedAtMs }: OperationRecord, when: CameToIt): number =>
    when === 'when-asked'
      ? startedAtMs - aheadMs
      : Math.max(startedAtMs, endedAtMs - durationOf(course, operation.id)) - aheadMs;
  const held = (before: CameToIt, ownMs: number): readonly Correction[] =>
    records.map((one) => ({
      operation: one.operation.id,
      kind: 'hold',
      untilMs: one.operation.id === id ? ownMs : cameTo(one, before),
    }));
  const possible = POSSIBLE.map(([before, own]): Hypothesis => {
    if (own === 'when-asked') return { corrections: held(before, askedMs) };
    return {
      corrections: held(before, answeredMs),
      // The time that the operation itself takes is no time that it was held up.
      refine: (latest) => {
        const takesMs = durationOf(latest, id);
        return takesMs === 0 ? 'taken' : held(before, Math.max(askedMs, answeredMs - takesMs));
      },
    };
  });
  // Blocks of the target and of the model do not begin at the same moments.
  const nextBlock: Hypothesis = {
    corrections: held('when-asked', answeredMs + blockTimeMs),
    refine: (latest) => (durationOf(latest, id) === 0 ? 'taken' : 'refused'),
  };
  return [...possible, nextBlock];
}

function durationOf({ run }: Pick<Outlook, 'run'>, id: number): number {
  const record = run.records.find(({ operation }) => operation.id === id);
  return record === undefined ? 0 : record.endedAtMs - record.startedAtMs;
}

// Payments find no way through a closed channel, settled or not.
function isAboutChannels({ kind }: Operation): boolean {
  return CHANGES_CHANNELS.has(kind) || kind === 'expect';
}

// A channel that both sides close is gone at once.
function leavesAChannel({ operation: { kind }, outcome }: OperationRecord): boolean {
  if (kind !== 'close' && kind !== 'leave') return false;
  if (outcome.kind === 'indeterminate') return true;
  return outcome.kind === 'succeeded' && outcome.channels?.some((channel) => channel !== null) === true;
}
