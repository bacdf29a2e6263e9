import { ownHistories } from '../../verdict/history/own-histories.ts';
import type { Discrepancy } from '../../verdict/comparison/mismatches.ts';
import { ReadingComparison } from '../../verdict/comparison/reading-comparison.ts';
import { lastReadings } from '../../verdict/comparison/reading-prediction.ts';
import { explain, type Guess } from '../../verdict/witness/explain.ts';
import { withoutEarlier } from '../../model/earlier-transfers.ts';
import { describeOutcome } from '../../model/run/describe-operation.ts';
import type { Network } from '../../model/network/network.ts';
import { channelCount, isGivenUp, type Operation, type OperationRecord } from '../../model/run/operation.ts';
import type { Moment, Reading } from '../../model/run/reading.ts';
import { type RunHeader, timingOf } from '../../model/run/run.ts';
import type { AdoptedFrom, Explanation, PredictedCourse } from './predicted-course.ts';
import type { NamedServices } from './named-services.ts';
import { changesAmong } from '../targets/start-looks.ts';
import { orQuiet, type SettleOptions, settleReadings } from './settle-readings.ts';
import { isRefusedOtherwise, only, type SoFar, whyAnsweredSo, whyShownSo } from './guesses.ts';
import { askService, followPayment } from './payment-path.ts';

interface LookingAt extends SoFar, Pick<SettleOptions, 'read' | 'clock' | 'signal'> {
  readonly start: Network;
  readonly operations: readonly Operation[];
  readonly header: RunHeader;
  /** Asked which of several equal paths comes first. */
  readonly services: Pick<NamedServices, 'firstPath'>;
  /** Taken while the run was prepared. */
  readonly before: readonly Reading[];
}

/**
 * Takes the readings that the prediction took, at the same moments, and goes on from what they show: an operation
 * that was refused did nothing, a payment may have gone another way, and one that was never made is not waited for again.
 */
export class ReplayLooks {
  readonly readings: Reading[] = [];
  readonly #options: LookingAt;
  readonly #own: (reading: Reading) => Reading;
  readonly #comparison: ReadingComparison;

  constructor(options: LookingAt) {
    const { course, start, operations, records, header, before } = options;
    const { dialects } = header;
    this.#options = options;
    const own = ownHistories({ dialects, start, operations, hasFailed: failedOf(records, course) });
    const later = withoutEarlier(before);
    this.#own = (reading) => own(later(reading));
    this.#comparison = new ReadingComparison({
      predicted: { start: course.run.start, readings: course.run.readings.map(this.#own) },
      observed: { header, start, records },
    });
  }

  /** At the start, and at the end. */
  async at(moment: 'start' | 'end'): Promise<void> {
    const taken = await this.#settled(moment);
    this.#keep(moment, moment === 'start' ? changesAmong([...this.#options.before, ...taken]) : taken);
  }

  /** Before an operation: which of several equal paths a payment takes is asked of the service that its payer names. */
  async before(operation: Operation | undefined): Promise<void> {
    const { course, services, signal } = this.#options;
    if (operation === undefined || signal?.aborted) return;
    const adopt = (explanation: Explanation): void => this.#adopt(operation.id - 1, explanation, 'later');
    await askService(operation, { course, services, adopt });
  }

  /** After an operation has ended: true when its outcome, or something new that a node shows, differs from the prediction. */
  async after(record: OperationRecord): Promise<boolean> {
    const { course } = this.#options;
    const { id } = record.operation;
    await this.#explainAnswer(record);
    if (isRefusedOtherwise(record, course.recordOf(id)))
      this.#adopt(id, await course.imagine(id, only(id, { kind: 'undo' })), 'readings');
    const taken = await this.#settled(id, {
      explain: this.#pathExplainer(record),
      underWayMs: this.#underWayMs(record),
    });
    const explanation = await this.#explainReadings(record, taken);
    // A payment whose caller gave up may have been made or not, and services know of channels what was told them: each is right.
    const corrected = explanation?.corrections.at(-1)?.operation ?? id;
    const isEitherRight = explanation?.told !== undefined || this.#isGivenUp(corrected);
    // If it was an earlier one, this operation may end otherwise, too.
    if (explanation !== undefined && isEitherRight) {
      const isAsAnswered = corrected === id && explanation.told === undefined;
      this.#adopt(id, explanation, isAsAnswered ? 'readings' : 'operation');
    }
    const discrepancies = this.#keep(id, taken);
    if (explanation !== undefined && !isEitherRight) {
      this.#comparison.predict(course.readingsWith(id, explanation, 'readings').map(this.#own));
      this.#comparison.relearn(taken.map(this.#own));
      this.#adopt(id, explanation, 'later');
    }
    const expected = course.recordOf(id);
    return discrepancies.length > 0 || (expected !== undefined && isAnotherOutcome(record, expected));
  }

  // An answer may say that an earlier payment, for which nobody waited, was never asked for: its identifier is free. Or
  // that a channel has settled while the target was held up.
  async #explainAnswer(record: OperationRecord): Promise<void> {
    const { id } = record.operation;
    const expected = this.#options.course.recordOf(id);
    if (record.outcome.kind === 'indeterminate') return;
    if (expected === undefined || !isAnotherOutcome(record, expected)) return;
    const explanation = await this.#explain(id, whyAnsweredSo(record, this.#options), ({ run }) => {
      const ended = run.records.find(({ operation }) => operation.id === id);
      return ended !== undefined && !isAnotherOutcome(record, ended);
    });
    if (explanation !== undefined) this.#adopt(id, explanation, 'operation');
  }

  /** Goes on, while readings settle, from the path that a payment took where it is not the predicted one. */
  #pathExplainer(record: OperationRecord): (readings: readonly Reading[]) => Promise<boolean> {
    const { id } = record.operation;
    const follow = followPayment(record, this.#options);
    return async (readings) => {
      const path = await follow(readings);
      if (path === undefined) return false;
      const explanation = await this.#explain(id, [only(id, { kind: 'along', path })], (possible) =>
        this.#isShown(id, possible, readings),
      );
      if (explanation !== undefined) this.#adopt(id, explanation, 'operation');
      return explanation !== undefined;
    };
  }

  /** A prediction that everything that was read agrees with; `undefined`: all is as predicted already, or none is found. */
  async #explainReadings(
    record: OperationRecord,
    taken: readonly Reading[],
  ): Promise<Explanation | undefined> {
    const { id } = record.operation;
    const differing = last(taken).filter((reading) => !this.#agrees(reading));
    // A view in which something is known to be wrong says nothing of what happened.
    if (!differing.some((reading) => this.#comparison.isTrusted(reading))) return undefined;
    return await this.#explain(id, whyShownSo(record, this.#options), (possible) =>
      this.#isShown(id, possible, taken),
    );
  }

  /** The first guess that explains what was seen and contradicts no answer. */
  async #explain(
    moment: number,
    guesses: readonly Guess<Explanation>[],
    explains: (possible: Explanation) => boolean,
  ): Promise<Explanation | undefined> {
    const { course, signal } = this.#options;
    if (signal?.aborted) return undefined;
    return await explain(guesses, {
      simulate: (guess) => course.imagine(moment, guess),
      mend: (possible, { refine }) => {
        if (!explains(possible) || this.#isDenied(possible)) return [];
        return refine?.(possible) ?? 'explained';
      },
    });
  }

  // By an answer, as predicted so far, of an operation after the first one that went otherwise.
  #isDenied(possible: Explanation): boolean {
    const { course, records } = this.#options;
    const first = firstOf(possible);
    const others = new Map(possible.run.records.map((one) => [one.operation.id, one]));
    return records.some((record) => {
      const { id } = record.operation;
      const [predicted, other] = [course.recordOf(id), others.get(id)];
      if (id <= first || predicted === undefined || other === undefined) return false;
      return !isAnotherOutcome(record, predicted) && isAnotherOutcome(record, other);
    });
  }

  #isShown(moment: number, possible: Explanation, readings: readonly Reading[]): boolean {
    const { course } = this.#options;
    this.#comparison.predict(course.readingsWith(moment, possible, 'readings').map(this.#own));
    const isShown = last(readings).every((reading) => this.#agrees(reading));
    this.#comparison.predict(course.run.readings.map(this.#own));
    return isShown;
  }

  // Also one that ended earlier, and was made only now.
  #isGivenUp(operation: number): boolean {
    const ended = this.#options.records.find((record) => record.operation.id === operation);
    return ended !== undefined && isGivenUp(ended.outcome);
  }

  #adopt(moment: number, explanation: Explanation, from: AdoptedFrom): void {
    const { course } = this.#options;
    course.adopt(moment, explanation, from);
    this.#comparison.predict(course.run.readings.map(this.#own));
  }

  // The time that the model still needs to come to rest: a caller may have given up early, and slow nodes take longer.
  #underWayMs({ operation: { id }, startedAtMs, endedAtMs }: OperationRecord): number {
    const { course } = this.#options;
    const predicted = course.recordOf(id);
    const [first] = course.wantedAt(id);
    if (predicted === undefined || first === undefined) return 0;
    return Math.max(0, first.atMs - predicted.startedAtMs - (endedAtMs - startedAtMs));
  }

  async #settled(
    moment: Moment,
    { underWayMs = 0, ...operation }: Pick<SettleOptions, 'explain'> & { readonly underWayMs?: number } = {},
  ): Promise<readonly Reading[]> {
    const { course, header, read, clock, signal } = this.#options;
    const { pace, speed = 1 } = header;
    const { settleMs } = timingOf(header);
    const comparison = { agrees: (reading: Reading) => this.#agrees(reading) };
    return await settleReadings({
      moment,
      wanted: course.wantedAt(moment),
      read,
      comparison: pace === 'sequential' ? comparison : orQuiet(comparison, { clock, settleMs }),
      ...operation,
      clock,
      speed,
      settleMs: settleMs + underWayMs,
      confirm: typeof moment === 'number',
      signal,
    });
  }

  #keep(moment: Moment, taken: readonly Reading[]): readonly Discrepancy[] {
    this.readings.push(...taken);
    return this.#comparison.judge(moment, taken.map(this.#own));
  }

  #agrees(reading: Reading): boolean {
    return this.#comparison.agrees(this.#own(reading));
  }
}

/** Whether a payment has failed, as far as its record has come; where nobody waited for its answer, the model says so. */
function failedOf(records: readonly OperationRecord[], course: PredictedCourse): (id: number) => boolean {
  const failed = new Set<number>();
  let seen = 0;
  return (id) => {
    for (; seen < records.length; seen += 1) {
      const { operation, outcome } = records[seen] as OperationRecord;
      const ended = isGivenUp(outcome) ? course.recordOf(operation.id)?.outcome : outcome;
      if (ended?.kind === 'failed') failed.add(operation.id);
    }
    return failed.has(id);
  };
}

// All of them may have been held up, or have been estimated otherwise.
function firstOf({ corrections, told }: Explanation): number {
  if (told !== undefined || corrections.some(({ fromMs }) => fromMs !== undefined))
    return Number.NEGATIVE_INFINITY;
  return Math.min(...corrections.map(({ operation }) => operation));
}

function isAnotherOutcome(one: OperationRecord, other: OperationRecord): boolean {
  return (
    describeOutcome(one.outcome) !== describeOutcome(other.outcome) ||
    channelCount(one.outcome) !== channelCount(other.outcome)
  );
}

function last(readings: readonly Reading[]): readonly Reading[] {
  return [...lastReadings(readings).values()];
}
