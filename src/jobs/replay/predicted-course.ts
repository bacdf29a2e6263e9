import type { Network } from '../../model/network/network.ts';
import type { AskedPath } from '../../model/run/trace.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { byMoment, type Moment, positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Observe, simulate, type SimulateOptions } from '../simulate.ts';
import { type Correction, Corrections } from './corrections.ts';
import { observeFrom, observePrediction } from './observe-prediction.ts';
import type { Looks } from './wanted-views.ts';

/** How operations may have gone. */
export interface Hypothesis {
  /** The last one is about the operation that it explains most of. */
  readonly corrections: readonly Correction[];
  /** Asked when it explains what was seen: whether it is taken, or what is more exact and has to explain as much. */
  readonly refine?: (imagined: Outlook) => 'taken' | 'refused' | readonly Correction[];
}

/** A prediction of the rest of the plan. */
export interface Outlook {
  /** From the moment asked for on. */
  readonly run: Run;
  /** Payments along one of several paths that weigh the same. */
  readonly equals: ReadonlySet<number>;
}

/** The same, if operations went so. */
export type Imagined = Outlook & Pick<Hypothesis, 'corrections'>;

/**
 * From where on what was imagined is taken as predicted. `readings`: after the operation, so that what it answered
 * is all that differs. `operation`: the operation itself. `later`: only from the next one on.
 */
export type AdoptedFrom = 'operation' | 'readings' | 'later';

type CourseOptions = SimulateOptions & {
  readonly operations: readonly Operation[];
  /** Absent: thorough ones. */
  readonly looks?: Looks;
};

/**
 * The prediction of a replay. Where the target goes its own way, it is made again from what happened: what the later
 * operations come to is then predicted as well as before, and nothing that follows is held against them.
 */
export class PredictedCourse {
  readonly #options: CourseOptions;
  #corrections = new Corrections();
  #run: Run;
  #wanted: ReadonlyMap<Moment, readonly Reading[]>;
  #records: ReadonlyMap<number, OperationRecord>;
  #equals: ReadonlySet<number>;

  private constructor(options: CourseOptions, { run, equals }: Outlook) {
    this.#options = options;
    this.#run = run;
    this.#equals = equals;
    this.#wanted = byMoment(run.readings);
    this.#records = recordsById(run);
  }

  /** Simulates the plan for the first time. */
  static async of(options: CourseOptions): Promise<PredictedCourse> {
    return new PredictedCourse(
      options,
      await simulated(options, new Corrections(), observePrediction(options.operations, options.looks)),
    );
  }

  get run(): Run {
    return this.#run;
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

  /** Keeps what a path-finding service said of a payment before it was made. */
  noteAsked(operation: number, asked: AskedPath): void {
    const noted = (record: OperationRecord): OperationRecord =>
      record.operation.id === operation ? { ...record, asked } : record;
    this.#keep({ ...this.#run, records: this.#run.records.map(noted) });
  }

  /** Operations that were not done when they were due. */
  get undone(): readonly number[] {
    return this.#corrections.undone;
  }

  /** Simulates the plan anew with more corrections, and reads from a moment on. */
  async imagine(moment: number, ...corrections: readonly Correction[]): Promise<Imagined> {
    const { operations, looks } = this.#options;
    const observe: Observe = observeFrom(moment, this.wantedAt(moment), operations, looks);
    const outlook = await simulated(this.#options, this.#corrections.with(corrections), observe);
    return { ...outlook, corrections };
  }

  /** The first hypothesis that explains what was seen; each costs a simulation of the plan. */
  async explain(
    moment: number,
    hypotheses: readonly Hypothesis[],
    explains: (imagined: Imagined) => boolean,
  ): Promise<Imagined | undefined> {
    for (const { corrections, refine } of hypotheses) {
      const imagined = await this.imagine(moment, ...corrections);
      if (!explains(imagined)) continue;
      const refined = refine?.(imagined) ?? 'taken';
      if (refined === 'taken') return imagined;
      if (refined === 'refused') continue;
      const exact = await this.imagine(moment, ...refined);
      if (explains(exact)) return exact;
    }
    return undefined;
  }

  /** The readings predicted for the whole run, if what was imagined holds from this moment on. */
  readingsWith(moment: number, { run }: Imagined, from: AdoptedFrom): readonly Reading[] {
    const first = from === 'later' ? moment + 0.5 : moment;
    const wanted = new Set(this.wantedAt(moment).map(nameOf));
    return [
      ...this.#run.readings.filter((reading) => positionOf(reading.moment) < first),
      ...run.readings.filter(
        (reading) =>
          positionOf(reading.moment) >= first && (reading.moment !== moment || wanted.has(nameOf(reading))),
      ),
    ];
  }

  /** Goes on from what was imagined. */
  adopt(moment: number, imagined: Imagined, from: AdoptedFrom): void {
    const { run } = imagined;
    const readings = this.readingsWith(moment, imagined, from);
    const first = from === 'operation' ? moment : moment + 1;
    const records = [
      ...this.#run.records.filter((record) => record.operation.id < first),
      ...run.records
        .filter((record) => record.operation.id >= first)
        .map((record) => (from === 'operation' ? this.#marked(record, imagined.corrections) : record)),
    ];
    this.#corrections = this.#corrections.with(imagined.corrections);
    const { end, ...before } = this.#run;
    this.#equals = new Set([
      ...[...this.#equals].filter((id) => id < first),
      ...[...imagined.equals].filter((id) => id >= first),
    ]);
    this.#wanted = byMoment(readings);
    this.#keep({
      ...before,
      records: records.map((record) => this.#asDone(record)),
      readings,
      ...endOf(run, end),
    });
  }

  #asDone({ isUndone: _before, ...record }: OperationRecord): OperationRecord {
    return this.#corrections.isUndone(record.operation.id) ? { ...record, isUndone: true } : record;
  }

  #keep(run: Run): void {
    this.#run = run;
    this.#records = recordsById(run);
  }

  #marked(record: OperationRecord, corrections: readonly Correction[]): OperationRecord {
    const { id } = record.operation;
    const isAlong = corrections.some(({ operation, kind }) => operation === id && kind === 'along');
    const { trace, asked } = this.recordOf(id) ?? {};
    if (!isAlong || trace === undefined) return record;
    return { ...record, inPlaceOf: trace, ...(asked === undefined ? {} : { asked }) };
  }
}

// Also which payments had several paths to choose from.
async function simulated(
  options: CourseOptions,
  corrections: Corrections,
  observe: Observe,
): Promise<Outlook> {
  const equals = new Set<number>();
  if (options.pace !== 'sequential') return { run: await simulate({ ...options, observe }), equals };
  const intervene = corrections.applied((operation) => equals.add(operation));
  return { run: await simulate({ ...options, observe, intervene }), equals };
}

function endOf({ end }: Run, before: Network | undefined): { readonly end?: Network } {
  const last = end ?? before;
  return last === undefined ? {} : { end: last };
}

function recordsById({ records }: Run): ReadonlyMap<number, OperationRecord> {
  return new Map(records.map((record) => [record.operation.id, record]));
}

function nameOf({ node, view }: Reading): string {
  return `${node} ${viewKey(view)}`;
}
