import type { Network } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { byMoment, type Moment, positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Instead, InsteadOf } from '../otherwise.ts';
import { type Observe, simulate, type SimulateOptions } from '../simulate.ts';
import { observeFrom } from './observe-prediction.ts';

/** What the rest of the plan comes to, if one operation went so. */
export interface Imagined {
  readonly operation: number;
  /** Absent: as the model says. */
  readonly instead?: Instead | undefined;
  /** From the moment asked for on. */
  readonly run: Run;
}

/**
 * From where on what was imagined is taken as predicted. `readings`: after the operation, so that what it answered
 * is all that differs. `operation`: the operation itself. `later`: only from the next one on.
 */
export type AdoptedFrom = 'operation' | 'readings' | 'later';

/**
 * The prediction of a replay. Where the target goes its own way, it is made again from what happened: what the later
 * operations come to is then predicted as well as before, and nothing that follows is held against them.
 */
export class PredictedCourse {
  readonly #options: SimulateOptions & { readonly operations: readonly Operation[] };
  #instead: InsteadOf = new Map();
  #run: Run;
  #wanted: ReadonlyMap<Moment, readonly Reading[]>;
  #records: ReadonlyMap<number, OperationRecord>;

  /** `run` is what `simulate` made of these options. */
  constructor(options: SimulateOptions & { readonly operations: readonly Operation[] }, run: Run) {
    this.#options = options;
    this.#run = run;
    this.#wanted = byMoment(run.readings);
    this.#records = recordsById(run);
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

  /** Operations that were not done when they were due. */
  get undone(): readonly number[] {
    return [...this.#instead].flatMap(([id, { kind }]) => (kind === 'nothing' ? [id] : []));
  }

  /** Simulates the plan anew with one more operation gone otherwise, and reads from a moment on. */
  async imagine(moment: number, operation: number, instead: Instead | undefined): Promise<Imagined> {
    const observe: Observe = observeFrom(moment, this.wantedAt(moment), this.#options.operations);
    const run = await simulate({ ...this.#options, observe, instead: this.#with(operation, instead) });
    return { operation, instead, run };
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
    const { operation, instead, run } = imagined;
    const readings = this.readingsWith(moment, imagined, from);
    const first = from === 'operation' ? moment : moment + 1;
    const records = [
      ...this.#run.records.filter((record) => record.operation.id < first),
      ...run.records
        .filter((record) => record.operation.id >= first)
        .map((record) => (record.operation.id === operation ? this.#marked(record, instead) : record)),
    ];
    this.#instead = this.#with(operation, instead);
    const { end, ...before } = this.#run;
    this.#run = { ...before, records, readings, ...endOf(run, end) };
    this.#wanted = byMoment(readings);
    this.#records = recordsById(this.#run);
  }

  #marked(record: OperationRecord, instead: Instead | undefined): OperationRecord {
    const trace = this.recordOf(record.operation.id)?.trace;
    return instead?.kind === 'along' && trace !== undefined ? { ...record, inPlaceOf: trace } : record;
  }

  #with(operation: number, instead: Instead | undefined): InsteadOf {
    const changed = new Map(this.#instead);
    if (instead === undefined) changed.delete(operation);
    else changed.set(operation, instead);
    return changed;
  }
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
