import type { Network } from '../../model/network/network.ts';
import type { AskedPath } from '../../model/replay/asked-path.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { byMoment, type Moment, positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type HeldUntil, type Instead, type InsteadOf, NOTHING } from '../otherwise.ts';
import { type Observe, simulate, type SimulateOptions } from '../simulate.ts';
import { observeFrom, observePrediction } from './observe-prediction.ts';
import type { Looks } from './wanted-views.ts';

/** How an operation may have gone. */
export interface Candidate {
  readonly operation: number;
  /** Absent: as the model says. */
  readonly instead?: Instead | undefined;
  /** Earlier ones that changed nothing either; absent: none. */
  readonly undone?: readonly number[];
}

/** When operations may have begun, whatever they did. */
export interface HeldUp {
  readonly heldUntil: HeldUntil;
}

/** What the rest of the plan comes to. */
interface Outlook {
  /** From the moment asked for on. */
  readonly run: Run;
  /** Payments along one of several paths that weigh the same. */
  readonly equals: ReadonlySet<number>;
}

/** The same, if operations went so. */
export type Imagined<Gone extends Candidate | HeldUp = Candidate | HeldUp> = Gone & Outlook;

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
  #gone: { readonly instead: InsteadOf; readonly heldUntil: HeldUntil } = {
    instead: new Map(),
    heldUntil: new Map(),
  };
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
      await simulated(options, observePrediction(options.operations, options.looks)),
    );
  }

  get run(): Run {
    return this.#run;
  }

  /** What is to be read at a moment. */
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
    return [...this.#gone.instead].flatMap(([id, { kind }]) => (kind === 'nothing' ? [id] : []));
  }

  /** Simulates the plan anew with more operations gone otherwise, and reads from a moment on. */
  async imagine<Gone extends Candidate | HeldUp>(moment: number, gone: Gone): Promise<Imagined<Gone>> {
    const { operations, looks } = this.#options;
    const observe: Observe = observeFrom(moment, this.wantedAt(moment), operations, looks);
    const options = { ...this.#options, ...this.#with(gone) };
    return { ...gone, ...(await simulated(options, observe)) };
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
        .map((record) =>
          'operation' in imagined && record.operation.id === imagined.operation && from === 'operation'
            ? this.#marked(record, imagined.instead)
            : record,
        ),
    ];
    this.#gone = this.#with(imagined);
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
    return this.#gone.instead.get(record.operation.id)?.kind === 'nothing'
      ? { ...record, isUndone: true }
      : record;
  }

  #keep(run: Run): void {
    this.#run = run;
    this.#records = recordsById(run);
  }

  #marked(record: OperationRecord, instead: Instead | undefined): OperationRecord {
    const { trace, asked } = this.recordOf(record.operation.id) ?? {};
    if (instead?.kind !== 'along' || trace === undefined) return record;
    return { ...record, inPlaceOf: trace, ...(asked === undefined ? {} : { asked }) };
  }

  #with(candidate: Candidate | HeldUp): { readonly instead: InsteadOf; readonly heldUntil: HeldUntil } {
    if ('heldUntil' in candidate) return { ...this.#gone, heldUntil: candidate.heldUntil };
    const { operation, instead, undone = [] } = candidate;
    const changed = new Map(this.#gone.instead);
    for (const id of undone) changed.set(id, NOTHING);
    if (instead === undefined) changed.delete(operation);
    else changed.set(operation, instead);
    return { ...this.#gone, instead: changed };
  }
}

// Also which payments had several paths to choose from.
async function simulated(options: SimulateOptions, observe: Observe): Promise<Outlook> {
  const equals = new Set<number>();
  const noting: Observe = (seen) => {
    if (seen.isOneOfEquals && typeof seen.moment === 'number') equals.add(seen.moment);
    return observe(seen);
  };
  return { run: await simulate({ ...options, observe: noting }), equals };
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
