import { byMoment, type Moment, positionOf, type Reading, type View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Judgement } from '../check.ts';
import { notChecked } from '../coverage.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';
import { answerReading } from './answer-readings.ts';
import { isAsPredicted } from './as-predicted.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import type { Discrepancy } from './discrepancy.ts';
import { compareReadings, type Happened } from './reading-comparison.ts';

/**
 * True when the prediction says what every reading has to show. Where operations overlapped it does not: then the
 * balances after each of them depend on their order, and the run is judged by itself.
 */
export function isPredicted(run: Run): boolean {
  return run.prediction !== undefined && !overlapsAnything(run);
}

/** What nodes showed otherwise than predicted in some kinds of views, as far as it is the check's to tell. */
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

/** What a run says happened just before a moment. */
export function happenedBefore(moment: Moment, run: Pick<Run, 'records'>): Happened {
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
