import {
  CHANGES_CHANNELS,
  isGivenUp,
  isPaymentRecord,
  type Operation,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { ToldCapacities } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { Correction, Done, Guess } from '../../verdict/witness/explain.ts';
import type { Explanation, PredictedCourse } from './predicted-course.ts';

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
  /** The operations that have ended; grows, and the last one is to be explained. */
  readonly records: readonly OperationRecord[];
}

type Guesses = readonly Guess<Explanation>[];

/** Possible reasons why an operation was answered otherwise than predicted, likeliest first. */
export function whyAnsweredSo(record: OperationRecord, soFar: SoFar): Guesses {
  return [...neverAsked(record, soFar), ...toldBefore(record, soFar), ...heldUp(record, soFar)];
}

/** Possible reasons why the target shows something else after an operation than predicted, likeliest first. */
export function whyShownSo(record: OperationRecord, soFar: SoFar): Guesses {
  const { id } = record.operation;
  const { course } = soFar;
  // An operation that is performed late comes soon if it comes at all.
  const late = [...failedUnheard(soFar).map(({ operation }) => operation.id), ...course.undone]
    .filter((operation) => operation !== id)
    .toReversed()
    .map((operation) => only(operation, { kind: 'late', after: id }));
  const ofItsRequest = [...ofItself(record, course.recordOf(id)), ...neverAsked(record, soFar)];
  return [...ofItsRequest, ...toldBefore(record, soFar), ...late];
}

/**
 * Channels that were withdrawn from before the run were estimated by their capacities of before: it is not known whose
 * withdrawal came last, and whether a deposit, which tells the capacity, came later. The payment went over them, or
 * over one for which it left the predicted way.
 */
function toldBefore({ operation }: OperationRecord, { course }: SoFar): Guesses {
  if (operation.kind !== 'pay') return [];
  const { start } = course.run;
  const way = new Set(course.recordOf(operation.id)?.trace?.hops.map(({ channel }) => channel));
  let onWay: readonly ToldCapacities[] = [new Map()];
  const beside: ToldCapacities[] = [];
  start.forEachEdge((channel, { token }) => {
    if (token !== operation.token) return;
    const capacities = capacitiesBefore(channel, start);
    if (!way.has(channel)) beside.push(...capacities.map((capacity) => new Map([[channel, capacity]])));
    else
      onWay = onWay.flatMap((told) => [
        ...capacities.map((capacity) => new Map([...told, [channel, capacity]])),
        told,
      ]);
  });
  return [...onWay, ...beside]
    .filter((told) => told.size > 0)
    .map((told) => ({ corrections: [], told: new Map([...course.told, ...told]) }));
}

/** The capacities by which a service may estimate the imbalance fees of a channel that was withdrawn from. */
function capacitiesBefore(channel: string, start: Network): readonly Amount[] {
  const { token, balance, totalWithdraw } = start.getEdgeAttributes(channel);
  const [first, second] = totalWithdraw;
  const charges = start.extremities(channel).some((node) => {
    return (start.getNodeAttribute(node, 'fees')?.[token]?.imbalancePpm ?? 0) > 0;
  });
  const withdrawn = charges ? [first, second, first + second].filter((amount) => amount > 0n) : [];
  return [...new Set(withdrawn)].map((amount) => balance[0] + balance[1] + amount);
}

/** The guess that one operation was done so. */
export function only(operation: number, done: Done): Guess<Explanation> {
  return { corrections: [{ operation, done }] };
}

/**
 * Earlier payments with a payment's identifier that may not have been asked for: the first one that fails before it is
 * sent keeps it (raiden.md 1.5), those whose requests never came do not.
 */
function neverAsked({ operation }: OperationRecord, soFar: SoFar): Guesses {
  if (operation.kind !== 'pay') return [];
  const key = paymentKey(operation);
  const undone = failedUnheard(soFar)
    .filter(({ operation: one }) => one.id < operation.id && paymentKey(one) === key)
    .map(({ operation: { id } }): Correction => ({ operation: id, done: { kind: 'undo' } }))
    .toSorted((one, other) => one.operation - other.operation);
  return undone.map((_one, at) => ({ corrections: undone.slice(0, at + 1) }));
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
function ofItself(record: OperationRecord, predicted: OperationRecord | undefined): Guesses {
  const { operation, outcome } = record;
  if (!changesSomething(operation) || predicted === undefined) return [];
  const isDone = predicted.outcome.kind === 'succeeded';
  // A payment that was never asked for is no failure that a history would list.
  const isUnasked = outcome.kind === 'indeterminate' && predicted.outcome.kind === 'failed';
  if (!isDone && !isUnasked) return [];
  return [only(operation.id, { kind: isRefusedOtherwise(record, predicted) ? 'as-planned' : 'undo' })];
}

function changesSomething({ kind }: Operation): boolean {
  return kind === 'pay' || CHANGES_CHANNELS.has(kind);
}

/** Whether a target came to an operation as soon as it was asked, or only right before it answered. */
type CameToIt = 'when-asked' | 'before-it-answered';

/**
 * The plan as it goes when each operation so far, this one last, begins no sooner than the target came to it. A channel
 * that was closed alone settles in time, of which more passes on the wall than in the model, most on a machine with too
 * much to do; what is done with it then ends otherwise.
 */
function heldUp(record: OperationRecord, { course, records }: SoFar): Guesses {
  const { id, kind } = record.operation;
  // Payments find no way through a closed channel, settled or not.
  const isAboutChannels = CHANGES_CHANNELS.has(kind) || kind === 'expect';
  if (!isAboutChannels || !records.some(leavesAChannel)) return [];
  const [first = record] = records;
  // The two clocks do not start at the same moment.
  const aheadMs = first.startedAtMs - (course.recordOf(first.operation.id)?.startedAtMs ?? 0);
  const [askedMs, answeredMs] = [record.startedAtMs - aheadMs, record.endedAtMs - aheadMs];
  const cameTo = ({ operation, startedAtMs, endedAtMs }: OperationRecord, when: CameToIt): number =>
    when === 'when-asked'
      ? startedAtMs - aheadMs
      : Math.max(startedAtMs, endedAtMs - durationOf(course, operation.id)) - aheadMs;
  const held = (before: CameToIt, fromMs: number): readonly Correction[] =>
    records.map((one) => ({
      operation: one.operation.id,
      fromMs: one.operation.id === id ? fromMs : cameTo(one, before),
    }));
  const whenAsked = (before: CameToIt): Guess<Explanation> => ({ corrections: held(before, askedMs) });
  const whenAnswered = (before: CameToIt): Guess<Explanation> => ({
    corrections: held(before, answeredMs),
    // The time that the operation itself takes is no time that it was held up.
    refine: (latest) => {
      const takesMs = durationOf(latest, id);
      if (takesMs === 0) return 'explained';
      return [{ corrections: held(before, Math.max(askedMs, answeredMs - takesMs)) }];
    },
  });
  const { blockTimeMs } = course.run.header.scenario.protocol;
  return [
    whenAsked('when-asked'),
    whenAnswered('before-it-answered'),
    whenAnswered('when-asked'),
    whenAsked('before-it-answered'),
    // Blocks of the target and of the model do not begin at the same moments.
    {
      corrections: held('when-asked', answeredMs + blockTimeMs),
      refine: (latest) => (durationOf(latest, id) === 0 ? 'explained' : []),
    },
  ];
}

function durationOf({ run }: Pick<Explanation, 'run'>, id: number): number {
  const record = run.records.find(({ operation }) => operation.id === id);
  return record === undefined ? 0 : record.endedAtMs - record.startedAtMs;
}

// A channel that both sides close is gone at once.
function leavesAChannel({ operation: { kind }, outcome }: OperationRecord): boolean {
  if (kind !== 'close' && kind !== 'leave') return false;
  if (outcome.kind === 'indeterminate') return true;
  return outcome.kind === 'succeeded' && outcome.channels?.some((channel) => channel !== null) === true;
}
