import {
  ANSWER_ATTEMPT,
  byMoment,
  type Moment,
  positionOf,
  type Reading,
  type View,
  viewKey,
  type ViewValue,
} from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Judgement, notChecked } from '../check.ts';
import { overlapsAnything } from '../story/overlap.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import type { Discrepancy } from './mismatches.ts';
import { compareReadings, type Happened } from './reading-comparison.ts';
import type { OperationRecord } from '../../model/run/operation.ts';

/**
 * True when the prediction says what every reading has to show. Where operations overlapped it does not: then the
 * balances after each of them depend on their order, and the run is judged by itself.
 */
export function isPredicted(run: Run): boolean {
  return run.prediction !== undefined && !overlapsAnything(run);
}

/** The facts that nodes showed otherwise than predicted in some kinds of views, as far as the check tells them. */
export function judgeByPrediction(
  run: Run,
  kinds: readonly View['kind'][],
  isOwn: (found: Discrepancy) => boolean,
): Judgement {
  if (!isPredicted(run)) return notChecked('no prediction says what each reading has to show');
  const clues = predictedDiscrepancies(run, kinds)
    .filter(isOwn)
    .map((found) => discrepancyClue(found, run));
  return { clues, covered: `${run.readings.length} readings` };
}

/** Everything nodes showed otherwise than predicted, oldest first, each told once. */
function predictedDiscrepancies(run: Run, kinds: readonly View['kind'][]): readonly Discrepancy[] {
  const { prediction } = run;
  const isWanted = ({ view }: Reading): boolean => kinds.includes(view.kind);
  if (prediction === undefined) return [];
  const predicted = withAnswers(prediction);
  const wanted = withAnswers(run).filter(isWanted);
  // The same network: then addresses and numbers of channels mean the same on both sides.
  if (run.start === prediction.start && isAsPredicted(wanted, predicted.filter(isWanted))) return [];
  const comparison = compareReadings({
    predicted: { start: prediction.start, readings: predicted },
    observedStart: run.start,
    happenedBefore: (moment) => happenedBefore(moment, run),
  });
  return [...byMoment(wanted)]
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
    .flatMap(([moment, readings]) => comparison.judge(moment, readings));
}

/** The operation of a run just before a moment. */
export function happenedBefore(moment: Moment, run: Pick<Run, 'records'>): Happened {
  const record = run.records.find(({ operation }) => operation.id === moment);
  if (record === undefined) return { isPayment: false };
  const { operation, outcome } = record;
  const isPayment = operation.kind === 'pay';
  return outcome.kind === 'succeeded' && 'node' in operation
    ? { acknowledgedBy: operation.node, isPayment }
    : { isPayment };
}

// A node's answer comes before everything that was read after it.
function withAnswers({ records, readings }: Run): readonly Reading[] {
  const answers = records.flatMap((record) => answerReading(record) ?? []);
  return [
    ...readings.filter(({ moment }) => moment === 'start'),
    ...answers,
    ...readings.filter(({ moment }) => moment !== 'start'),
  ];
}

/** The channels a channel operation was answered with, as a reading: what a node answers it must also mean. */
function answerReading({ operation, outcome, endedAtMs }: OperationRecord): Reading | undefined {
  if (outcome.kind !== 'succeeded' || outcome.channels === undefined) return undefined;
  const common = { moment: operation.id, attempt: ANSWER_ATTEMPT, atMs: endedAtMs };
  if (operation.kind === 'leave') {
    const { node, token } = operation;
    const channels = outcome.channels.filter((one) => one !== null);
    return { ...common, node, view: { kind: 'channels', token }, value: { kind: 'channels', channels } };
  }
  if (!('partner' in operation) || operation.kind === 'expect') return undefined;
  const { node, token, partner } = operation;
  const [channel = null] = outcome.channels;
  return {
    ...common,
    node,
    view: { kind: 'channel', token, partner },
    value: { kind: 'channel', channel },
  };
}

/**
 * True when the readings are those predicted, in the same order and value for value: then comparing them fact by fact
 * would find nothing. What an entry says of its time is the node's own affair. False tells nothing.
 */
function isAsPredicted(readings: readonly Reading[], predicted: readonly Reading[]): boolean {
  if (readings.length !== predicted.length) return false;
  return readings.every((reading, at) => {
    const expected = predicted[at] as Reading;
    return (
      reading.moment === expected.moment &&
      reading.attempt === expected.attempt &&
      reading.node === expected.node &&
      viewKey(reading.view) === viewKey(expected.view) &&
      isSameValue(reading.value, expected.value)
    );
  });
}

function isSameValue(value: ViewValue, expected: ViewValue): boolean {
  // A reading without a value is a difference of its own.
  return value.kind !== 'unread' && isSame(value, expected);
}

// Plain data: what nodes answer has no cycles, dates or classes.
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]))
    );
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => name === 'logTime' || isSame(one[name], other[name]));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
