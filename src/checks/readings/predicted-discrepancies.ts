import type { Moment, Reading, View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { answerReading } from './answer-readings.ts';
import { byMoment, positionOf } from './by-moment.ts';
import type { Discrepancy } from './discrepancy.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';
import { compareReadings, type Happened } from './reading-comparison.ts';

/**
 * Everything nodes showed otherwise than predicted, oldest first, each told once. Empty without a prediction,
 * and when operations overlapped: then the balances after each of them are not the model's to say.
 */
export function predictedDiscrepancies(run: Run, kinds: readonly View['kind'][]): readonly Discrepancy[] {
  const { prediction } = run;
  if (prediction === undefined || overlapsAnything(run)) return [];
  const comparison = compareReadings({
    predicted: { start: prediction.start, readings: withAnswers(prediction) },
    observedStart: run.start,
    happenedBefore: (moment) => happenedBefore(moment, run),
  });
  const wanted = withAnswers(run).filter(({ view }) => kinds.includes(view.kind));
  return [...byMoment(wanted)]
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
    .flatMap(([moment, readings]) => comparison.judge(moment, readings));
}

/** What a run says happened just before a moment. */
export function happenedBefore(moment: Moment, run: Pick<Run, 'records'>): Happened {
  if (typeof moment !== 'number') return { isPayment: false };
  const record = run.records.find(({ operation }) => operation.id === moment);
  if (record === undefined) return { isPayment: false };
  const { operation, outcome } = record;
  const isPayment = operation.kind === 'pay';
  return outcome.kind === 'succeeded' && 'node' in operation
    ? { acknowledgedBy: operation.node, isPayment }
    : { isPayment };
}

// What a node answered comes before everything that was read after it.
function withAnswers({ records, readings }: Run): readonly Reading[] {
  const answers = records.flatMap((record) => answerReading(record) ?? []);
  return [
    ...readings.filter(({ moment }) => moment === 'start'),
    ...answers,
    ...readings.filter(({ moment }) => moment !== 'start'),
  ];
}
