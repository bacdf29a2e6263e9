import { ANSWER_ATTEMPT, byMoment, positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Discrepancy } from './mismatches.ts';
import { ReadingComparison } from './reading-comparison.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { isAlike } from './alike.ts';

/** Everything nodes showed otherwise than predicted, oldest first, each told once. */
export function predictedDiscrepancies(run: Run): readonly Discrepancy[] {
  const { prediction } = run;
  if (prediction === undefined) return [];
  const [predicted, observed] = [withAnswers(prediction), withAnswers(run)];
  // The same network: addresses and numbers of channels mean the same, and nothing has to be compared fact by fact.
  if (run.start === prediction.start && isAlike(observed, predicted)) return [];
  const comparison = new ReadingComparison({
    predicted: { start: prediction.start, readings: predicted },
    observed: run,
  });
  return [...byMoment(observed)]
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
    .flatMap(([moment, readings]) => comparison.judge(moment, readings));
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
