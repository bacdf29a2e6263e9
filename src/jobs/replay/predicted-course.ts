import type { ToldCapacities } from '../../model/network/fees.ts';
import type { AskedPath } from '../../model/run/trace.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { byMoment, type Moment, positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run, RunHeader } from '../../model/run/run.ts';
import { predictionAsTold } from '../../verdict/refusals.ts';
import { type Correction, type Corrections, withCorrections } from '../../verdict/witness/explain.ts';
import { simulate, type SimulateOptions } from '../simulate.ts';
import { correctedSource } from './corrected-source.ts';
import { observePrediction } from './observe-prediction.ts';

/** The plan as it goes if operations went so, which may explain what the target shows. */
export interface Explanation {
  readonly corrections: readonly Correction[];
  /** The knowledge of the path-finding service at the start, where that is guessed. */
  readonly told?: ToldCapacities | undefined;
  /** With readings from the moment on that it was simulated for. */
  readonly run: Run;
  /** Payments along one of several paths that weigh the same. */
  readonly equals: ReadonlySet<number>;
}

/**
 * From where on an explanation is taken as predicted. `readings`: after the operation, so that what it answered is all
 * that differs. `operation`: the operation itself. `later`: only from the next one on.
 */
export type AdoptedFrom = 'operation' | 'readings' | 'later';

type CourseOptions = SimulateOptions & {
  /** The header of the run: its nodes may tell fewer reasons of a refusal apart than simulated ones. */
  readonly header: Pick<RunHeader, 'dialects'>;
  readonly operations: readonly Operation[];
};

/**
 * The prediction of a replay. Where the target goes its own way, it is made again from what happened: what the later
 * operations come to is then predicted as well as before, and nothing that follows is held against them.
 */
export class PredictedCourse {
  readonly #options: CourseOptions;
  #corrections: Corrections = new Map();
  #told: ToldCapacities = new Map();
  #run: Run;
  #wanted: ReadonlyMap<Moment, readonly Reading[]>;
  #records: ReadonlyMap<number, OperationRecord>;
  #equals: ReadonlySet<number>;

  private constructor(options: CourseOptions, { run, equals }: Pick<Explanation, 'run' | 'equals'>) {
    this.#options = options;
    this.#run = run;
    this.#equals = equals;
    this.#wanted = byMoment(run.readings);
    this.#records = recordsById(run);
  }

  /** Simulates the plan for the first time. */
  static async of(options: CourseOptions): Promise<PredictedCourse> {
    const observe = observePrediction(options.operations);
    return new PredictedCourse(options, await simulateCorrected({ ...options, observe }, new Map()));
  }

  get run(): Run {
    return this.#run;
  }

  /** The capacities that path-finding services know, as far as payments have shown it. */
  get told(): ToldCapacities {
    return this.#told;
  }

  /** Views to be read at a moment, with what they should show. */
  wantedAt(moment: Moment): readonly Reading[] {
    return this.#wanted.get(moment) ?? [];
  }

  recordOf(operation: number): OperationRecord | undefined {
    return this.#records.get(operation);
  }

  /** True for a payment of which another path weighs as much as the predicted one. */
  isOneOfEquals(operation: number): boolean {
    return this.#equals.has(operation);
  }

  /** Operations that were not done when they were due. */
  get undone(): readonly number[] {
    return [...this.#corrections.keys()].filter((operation) => this.#isUndone(operation));
  }

  /** Keeps what a path-finding service said of a payment before it was made. */
  noteAsked(operation: number, asked: AskedPath): void {
    const noted = (record: OperationRecord): OperationRecord =>
      record.operation.id === operation ? { ...record, asked } : record;
    this.#keep({ ...this.#run, records: this.#run.records.map(noted) });
  }

  /** Simulates the plan anew with more corrections, and reads from a moment on. */
  async imagine(
    moment: number,
    { corrections, told }: Pick<Explanation, 'corrections' | 'told'>,
  ): Promise<Explanation> {
    const { operations } = this.#options;
    const observe = observePrediction(operations, { moment, wanted: this.wantedAt(moment) });
    const known = withCorrections(this.#corrections, corrections);
    const options = { ...this.#options, observe, told: told ?? this.#told };
    return { corrections, told, ...(await simulateCorrected(options, known)) };
  }

  /** The readings predicted for the whole run, if an explanation holds from this moment on. */
  readingsWith(moment: number, { run }: Explanation, from: AdoptedFrom): readonly Reading[] {
    const first = from === 'later' ? moment + 1 : moment;
    return spliced(this.#run.readings, run.readings, (reading) => positionOf(reading.moment) >= first);
  }

  /** Goes on from an explanation. */
  adopt(moment: number, explanation: Explanation, from: AdoptedFrom): void {
    const { run, equals, corrections } = explanation;
    const first = from === 'operation' ? moment : moment + 1;
    const marked = run.records.map((record) =>
      from === 'operation' ? this.#marked(record, corrections) : record,
    );
    const records = spliced(this.#run.records, marked, ({ operation }) => operation.id >= first);
    const readings = this.readingsWith(moment, explanation, from);
    this.#corrections = withCorrections(this.#corrections, corrections);
    this.#told = explanation.told ?? this.#told;
    this.#equals = new Set(spliced([...this.#equals], [...equals], (id) => id >= first));
    this.#wanted = byMoment(readings);
    this.#keep({
      ...this.#run,
      records: records.map((record) => this.#asDone(record)),
      readings,
      ...(run.end && { end: run.end }),
    });
  }

  #isUndone(operation: number): boolean {
    return this.#corrections.get(operation)?.done?.kind === 'undo';
  }

  #asDone({ isUndone: _before, ...record }: OperationRecord): OperationRecord {
    return this.#isUndone(record.operation.id) ? { ...record, isUndone: true } : record;
  }

  #keep(run: Run): void {
    this.#run = run;
    this.#records = recordsById(run);
  }

  #marked(record: OperationRecord, corrections: readonly Correction[]): OperationRecord {
    const { id } = record.operation;
    const isAlong = corrections.some(({ operation, done }) => operation === id && done?.kind === 'along');
    const { trace, asked } = this.recordOf(id) ?? {};
    if (!isAlong || trace === undefined) return record;
    return { ...record, inPlaceOf: trace, ...(asked === undefined ? {} : { asked }) };
  }
}

// Also which payments had several paths to choose from.
async function simulateCorrected(
  options: CourseOptions,
  corrections: Corrections,
): Promise<Pick<Explanation, 'run' | 'equals'>> {
  const { dialects } = options.header;
  const kinds = dialects === undefined ? {} : { dialects };
  const predicted = async (source?: SimulateOptions['source']): Promise<Run> =>
    predictionAsTold(await simulate({ ...options, ...kinds, ...(source && { source }) }), kinds);
  if (options.pace !== 'sequential') return { run: await predicted(), equals: new Set() };
  const firstPaths = new Map<number, string>();
  const run = await predicted(correctedSource(corrections, (id, path) => firstPaths.set(id, path.join(' '))));
  const records = recordsById(run);
  const isTaken = ([id, path]: readonly [number, string]): boolean =>
    records.get(id)?.trace?.path.join(' ') === path;
  return { run, equals: new Set([...firstPaths].filter(isTaken).map(([id]) => id)) };
}

function spliced<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isLater: (item: Item) => boolean,
): readonly Item[] {
  return [...before.filter((item) => !isLater(item)), ...after.filter(isLater)];
}

function recordsById({ records }: Run): ReadonlyMap<number, OperationRecord> {
  return new Map(records.map((record) => [record.operation.id, record]));
}
