import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../errors.ts';
import { LoadFold, toldByPayments } from '../../jobs/load/load-fold.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, RecordFile, Run, RunHeader, StoredRun } from '../../model/run/run.ts';
import { OWN_PLAN } from '../../model/scenario/load-spec.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { resolveOutcomes } from '../../verdict/timeline/resolve-outcomes.ts';
import { readEnd, readStart } from './kept-network.ts';
import * as codecs from './file-codecs.ts';
import { readLines, readRunFile, readRunFileIfAny, RUN_FILES, streamItems } from './run-files.ts';
import { streamLines } from '../files/read-lines.ts';
import { requireSealed } from './seal.ts';

/** Reads a run folder back, with all records in memory. Throws as `readStoredRun` does. */
export function readRun(folder: string): Run {
  const run = readStoredRun(folder);
  return { ...run, records: [...run.records] };
}

/**
 * Reads a run folder back; a simulation's records stay in their file. A cut last line makes the run partial; any other
 * damage is an InputError, that of records when they are gone through.
 */
export function readStoredRun(folder: string): StoredRun {
  assertRunFolder(folder);
  const run = readFiles(folder);
  // A reader names the line of the damage where it can; a file that was cut off cannot have its digest.
  try {
    if (!run.partial) requireSealed(folder);
  } catch (error) {
    for (const record of run.records) void record;
    throw error;
  }
  return run;
}

function readFiles(folder: string): StoredRun {
  const { complete, plan, network, ...header } = readRunFile(folder, codecs.RUN);
  const start = readStart(folder, network);
  const end = readEnd(folder);
  const readings = readReadings(folder);
  const common = { header, start, ...withoutUndefined({ plan, end }), readings };
  if (header.job === 'load') {
    const { records, load, cut } = readLoadFiles(folder, header);
    // The lines were written while it ran; what became of payments without an answer was read afterwards.
    const resolved = resolveOutcomes({ header, start, records, readings });
    return { ...common, records: resolved, partial: !complete || cut, load };
  }
  const path = join(folder, RUN_FILES.outcomes);
  const outcomes = header.job === 'simulate' ? keptRecords(path) : readLines(path, codecs.RECORDS);
  const comparison = readRunFileIfAny(folder, codecs.COMPARISON);
  const disturbances = readRunFileIfAny(folder, codecs.DISTURBANCES);
  const depletedEnds = readRunFileIfAny(folder, codecs.DEPLETED);
  const exchanges = readExchanges(folder);
  const predictionFolder = join(folder, RUN_FILES.prediction);
  const prediction = existsSync(predictionFolder) ? readRun(predictionFolder) : undefined;
  return {
    ...common,
    records: outcomes.items,
    partial: !complete || outcomes.cut || end === undefined,
    ...withoutUndefined({ prediction, disturbances, depletedEnds, comparison, exchanges }),
  };
}

function keptRecords(path: string): { readonly items: RecordFile; readonly cut: boolean } {
  let count = 0;
  const rest = streamLines(path, () => {
    count += 1;
  });
  return { items: new codecs.RecordLines(() => path, count), cut: rest !== '' };
}

// Those of operations only: readings are thousands, and stand in a file of their own.
function readExchanges(folder: string): readonly Exchange[] | undefined {
  const path = join(folder, RUN_FILES.exchanges);
  if (!existsSync(path)) return undefined;
  const exchanges: Exchange[] = [];
  streamItems(path, codecs.EXCHANGES, (exchange) => {
    if (typeof exchange.operation === 'number') exchanges.push(exchange);
  });
  return exchanges;
}

/** The readings of a run, as far as they were written down. */
export function readReadings(folder: string): readonly Reading[] {
  const path = join(folder, RUN_FILES.readings);
  return existsSync(path) ? readLines(path, codecs.READINGS).items : [];
}

/** The files of a load in a run folder. */
interface LoadFiles {
  readonly records: readonly OperationRecord[];
  readonly load: LoadResult;
  /** The last line was cut off while it was written. */
  readonly cut: boolean;
}

// A crash keeps load.json from being written: then it is made again from the single outcomes.
function readLoadFiles(folder: string, header: RunHeader): LoadFiles {
  const load = readRunFileIfAny(folder, codecs.LOAD);
  if (load === undefined) return rebuiltLoad(folder, header);
  const file = load.kept.kind === 'all' ? RUN_FILES.outcomes : RUN_FILES.sample;
  const { items, cut } = readLines(join(folder, file), codecs.RECORDS);
  return { records: items, load, cut };
}

function rebuiltLoad(folder: string, { scenario }: RunHeader): LoadFiles {
  const fold = new LoadFold([]);
  const { aggregate } = fold;
  const rest = streamItems(join(folder, RUN_FILES.outcomes), codecs.RECORDS, fold.ended);
  const dropped = join(folder, RUN_FILES.dropped);
  if (existsSync(dropped))
    streamItems(dropped, codecs.DROPPED, ({ atMs, count }) => aggregate.drop(atMs, count));
  const spec = scenario.load ?? OWN_PLAN;
  const load = toldByPayments({ spec, engine: 'millrace', aggregate, kept: fold.kept });
  return { records: fold.records, load, cut: rest !== '' };
}

function assertRunFolder(folder: string): void {
  const problem = problemOf(folder);
  if (problem === undefined) return;
  throw new InputError({
    place: { file: folder },
    message: problem,
    hint: 'Give a run folder: reports/<scenario>/seed-<seed> of a simulation, reports/<scenario>/<time> of a replay or load.',
  });
}

function problemOf(folder: string): string | undefined {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (!status) return 'no such folder';
  if (!status.isDirectory()) return 'is a file; expected a run folder';
  if (existsSync(join(folder, RUN_FILES.run))) return undefined;
  return `is no run folder: it has no ${RUN_FILES.run}`;
}
