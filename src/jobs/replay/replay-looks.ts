import { ownHistories } from '../../checks/history/own-histories.ts';
import type { Discrepancy } from '../../checks/readings/discrepancy.ts';
import { happenedBefore } from '../../checks/readings/predicted-discrepancies.ts';
import { compareReadings, type ReadingComparison } from '../../checks/readings/reading-comparison.ts';
import { lastReadings } from '../../checks/readings/reading-prediction.ts';
import { withoutEarlier } from '../../model/earlier-transfers.ts';
import { directoryOf } from '../../model/network/directory.ts';
import { describeOutcome } from '../../model/run/describe-operation.ts';
import type { Network } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import { channelCount, isGivenUp, type OperationRecord } from '../../model/run/outcome.ts';
import type { Moment, Reading } from '../../model/run/reading.ts';
import type { RunHeader } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Nodes } from '../../ports/node-api.ts';
import type { AdoptedFrom, Candidate, Imagined, PredictedCourse } from './predicted-course.ts';
import { askService } from './ask-service.ts';
import type { NamedServices } from './named-services.ts';
import { changesAmong } from '../targets/start-looks.ts';
import { orQuiet, settleReadings } from './settle-readings.ts';
import { NOTHING } from '../otherwise.ts';
import { heldUp } from './held-up.ts';
import { candidatesFor, isRefusedOtherwise, neverAsked } from './what-happened.ts';
import { pathExplainer } from './path-explainer.ts';
import type { Looks } from './wanted-views.ts';

export interface LookingAt {
  readonly course: PredictedCourse;
  readonly looks: Looks;
  readonly start: Network;
  readonly operations: readonly Operation[];
  /** What has ended so far; grows. */
  readonly records: readonly OperationRecord[];
  readonly dialects: RunHeader['dialects'];
  readonly nodes: Pick<Nodes, 'node'>;
  /** Asked which of several equal paths comes first. */
  readonly services: NamedServices;
  /** The run's clock, `speed` times as fast as the wall. */
  readonly clock: Clock;
  readonly speed: number;
  readonly timing: TargetTiming;
  readonly signal: AbortSignal | undefined;
  /** What nodes showed while the run was prepared. */
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
    const { course, start, operations, records, dialects, before } = options;
    this.#options = options;
    const own = ownHistories({ dialects, start, operations, hasFailed: failedOf(records, course) });
    const later = withoutEarlier(before);
    this.#own = (reading) => own(later(reading));
    this.#comparison = compareReadings({
      predicted: { start: course.run.start, readings: course.run.readings.map(this.#own) },
      observedStart: start,
      happenedBefore: (moment) => happenedBefore(moment, { records }),
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
    const adopt = (imagined: Imagined): void => this.#adopt(operation.id - 1, imagined, 'later');
    await askService(operation, { course, services, adopt });
  }

  /** After an operation has ended: true when it, or something new that is shown, is otherwise than predicted. */
  async after(record: OperationRecord): Promise<boolean> {
    const { course } = this.#options;
    const { id } = record.operation;
    await this.#explainAnswer(record);
    const isRefused = isRefusedOtherwise(record, course.recordOf(id));
    if (isRefused) this.#adopt(id, await course.imagine(id, { operation: id, instead: NOTHING }), 'readings');
    const explain = pathExplainer(record, {
      ...this.#options,
      explains: (imagined, readings) => this.#explains(id, imagined, readings),
      adopt: (imagined) => this.#adopt(id, imagined, 'operation'),
    });
    const taken = await this.#settled(id, { explain, underWayMs: this.#underWayMs(record) });
    const happened = await this.#whatHappened(record, taken);
    // A payment whose caller gave up may have been made or not: both are right.
    const isEitherRight = happened !== undefined && this.#isGivenUp(happened.operation);
    // If it was an earlier one, this operation may end otherwise, too.
    if (isEitherRight) this.#adopt(id, happened, happened.operation === id ? 'readings' : 'operation');
    const found = this.#keep(id, taken);
    if (happened !== undefined && !isEitherRight) {
      this.#comparison.predict(course.readingsWith(id, happened, 'readings').map(this.#own));
      this.#comparison.relearn(taken.map(this.#own));
      this.#adopt(id, happened, 'later');
    }
    const expected = course.recordOf(id);
    return found.length > 0 || (expected !== undefined && isAnotherOutcome(record, expected));
  }

  // An answer may say that an earlier payment, for which nobody waited, was never asked for: its identifier is free. Or
  // that a channel has settled while the target was held up.
  async #explainAnswer(record: OperationRecord): Promise<void> {
    const { course, records, signal } = this.#options;
    const { id } = record.operation;
    const expected = course.recordOf(id);
    if (signal?.aborted || record.outcome.kind === 'indeterminate') return;
    if (expected === undefined || !isAnotherOutcome(record, expected)) return;
    const agrees = (imagined: Imagined): boolean => {
      const ended = imagined.run.records.find((one) => one.operation.id === id);
      return ended !== undefined && !isAnotherOutcome(record, ended) && !this.#isDenied(imagined);
    };
    for (const candidate of neverAsked(record, course, records)) {
      const imagined = await course.imagine(id, candidate);
      if (!agrees(imagined)) continue;
      this.#adopt(id, imagined, 'operation');
      return;
    }
    const late = await heldUp(record, { course, records, agrees });
    if (late !== undefined) this.#adopt(id, late, 'operation');
  }

  /** What else explains everything that was read; `undefined`: all is as predicted, or nothing known does. */
  async #whatHappened(
    record: OperationRecord,
    taken: readonly Reading[],
  ): Promise<Imagined<Candidate> | undefined> {
    const { course, records, signal } = this.#options;
    const { id } = record.operation;
    const differing = last(taken).filter((reading) => !this.#agrees(reading));
    // What is shown where something is known to be wrong says nothing of what happened.
    if (signal?.aborted || !differing.some((reading) => this.#comparison.isTrusted(reading)))
      return undefined;
    for (const candidate of candidatesFor(record, course, records)) {
      const imagined = await course.imagine(id, candidate);
      if (this.#explains(id, imagined, taken) && !this.#isDenied(imagined)) return imagined;
    }
    return undefined;
  }

  // By an answer, as predicted so far, of an operation after the first one that went otherwise.
  #isDenied(otherwise: Imagined): boolean {
    const { course, records } = this.#options;
    const first = firstOf(otherwise);
    const imagined = new Map(otherwise.run.records.map((one) => [one.operation.id, one]));
    return records.some((record) => {
      const { id } = record.operation;
      const [predicted, other] = [course.recordOf(id), imagined.get(id)];
      if (id <= first || predicted === undefined || other === undefined) return false;
      return !isAnotherOutcome(record, predicted) && isAnotherOutcome(record, other);
    });
  }

  #explains(moment: number, imagined: Imagined, readings: readonly Reading[]): boolean {
    const { course } = this.#options;
    this.#comparison.predict(course.readingsWith(moment, imagined, 'readings').map(this.#own));
    const explains = last(readings).every((reading) => this.#agrees(reading));
    this.#comparison.predict(course.run.readings.map(this.#own));
    return explains;
  }

  // Also one that ended earlier, and was made only now.
  #isGivenUp(operation: number): boolean {
    const ended = this.#options.records.find((record) => record.operation.id === operation);
    return ended !== undefined && isGivenUp(ended.outcome);
  }

  #adopt(moment: number, imagined: Imagined, from: AdoptedFrom): void {
    const { course } = this.#options;
    course.adopt(moment, imagined, from);
    this.#comparison.predict(course.run.readings.map(this.#own));
  }

  // What the model still needs to come to rest: a caller may not have waited for the answer, and slow nodes take longer.
  #underWayMs({ operation: { id }, startedAtMs, endedAtMs }: OperationRecord): number {
    const { course } = this.#options;
    const predicted = course.recordOf(id);
    const [first] = course.wantedAt(id);
    if (predicted === undefined || first === undefined) return 0;
    return Math.max(0, first.atMs - predicted.startedAtMs - (endedAtMs - startedAtMs));
  }

  async #settled(
    moment: Moment,
    {
      explain,
      underWayMs = 0,
    }: {
      readonly explain?: ((readings: readonly Reading[]) => Promise<boolean>) | undefined;
      readonly underWayMs?: number;
    } = {},
  ): Promise<readonly Reading[]> {
    const { course, looks, nodes, start, clock, speed, timing, signal } = this.#options;
    const comparison = { agrees: (reading: Reading) => this.#agrees(reading) };
    const isSequential = course.run.header.pace === 'sequential';
    return await settleReadings({
      moment,
      wanted: course.wantedAt(moment),
      nodes,
      directory: directoryOf(start),
      comparison: isSequential ? comparison : orQuiet(comparison, { clock, settleMs: timing.settleMs }),
      explain,
      clock,
      speed,
      settleMs: timing.settleMs + underWayMs,
      confirm: typeof moment === 'number' && looks === 'thorough',
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

// All of them may have been held up.
function firstOf(imagined: Imagined): number {
  if ('heldUntil' in imagined) return Number.NEGATIVE_INFINITY;
  const { operation, undone: [first = operation] = [] } = imagined;
  return first;
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
