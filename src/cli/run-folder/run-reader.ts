import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveOutcomes } from '../../checks/outcomes/resolve-outcomes.ts';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance-record.ts';
import type { Comparison } from '../../model/run/finding.ts';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import type { Latitude } from '../../model/replay/latitude.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { readingFromLine } from '../../model/run/lines/reading-line.ts';
import type { Reading } from '../../model/run/reading.ts';
import { recordFromLine } from '../../model/run/lines/record-line.ts';
import {
  parseDisturbances,
  parseLatitude,
  parseReading,
  parseRun,
  type RunFile,
} from '../../model/run/run-json.ts';
import type { Run } from '../../model/run/run.ts';
import { readJsonLines, readShapedFile } from '../files/json-file.ts';
import { readEnd, readStart } from './kept-network.ts';
import { readLoadFiles } from './load-reader.ts';
import { RUN_FILES } from './run-folder.ts';
import { COMPARISON, DISTURBANCES, LATITUDE, READING, RECORD, RUN } from './run-shapes.ts';

/** Reads a run folder back. A cut last line makes the run partial; any other damage is an InputError. */
export function readRun(folder: string): Run {
  assertRunFolder(folder);
  const path = join(folder, RUN_FILES.run);
  const { complete, plan, network, ...header } = readShapedFile(path, parseRun, RUN) as unknown as RunFile;
  const start = readStart(folder, network);
  const end = readEnd(folder);
  const readings = readReadings(folder);
  const told = { header, start, ...(plan && { plan }), ...(end && { end }), readings };
  if (header.job === 'load') {
    const { records, load, cut } = readLoadFiles(folder, header);
    // The lines were written while it ran; what became of payments without an answer was read afterwards.
    const resolved = resolveOutcomes({ header, start, records, readings });
    return { ...told, records: resolved, partial: !complete || cut, load };
  }
  const outcomes = readJsonLines(join(folder, RUN_FILES.outcomes), recordFromLine, RECORD);
  const comparison = readOptional(join(folder, RUN_FILES.comparison), (file) =>
    readShapedFile(file, jsonReader<Comparison>({}), COMPARISON),
  );
  const prediction = readOptional(join(folder, RUN_FILES.prediction), readRun);
  const latitude = readOptional(join(folder, RUN_FILES.latitude), (file) =>
    readShapedFile(file, parseLatitude, LATITUDE),
  );
  const disturbances = readOptional(join(folder, RUN_FILES.disturbances), (file) =>
    readShapedFile(file, parseDisturbances, DISTURBANCES),
  );
  return {
    ...told,
    records: outcomes.items as readonly OperationRecord[],
    partial: !complete || outcomes.cut || end === undefined,
    ...(prediction === undefined ? {} : { prediction }),
    ...(disturbances === undefined ? {} : { disturbances: disturbances as unknown as DisturbanceRecord }),
    ...(latitude === undefined ? {} : { latitude: latitude as unknown as Latitude }),
    ...(comparison === undefined ? {} : { comparison: comparison as unknown as Comparison }),
  };
}

/** What the nodes showed, as far as it was written down. */
export function readReadings(folder: string): readonly Reading[] {
  const read = readOptional(join(folder, RUN_FILES.readings), (path) =>
    readJsonLines(path, parseReading, READING),
  );
  return (read?.items ?? []).map(readingFromLine);
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
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return 'no such folder';
  if (!found.isDirectory()) return 'is a file; expected a run folder';
  if (existsSync(join(folder, RUN_FILES.run))) return undefined;
  return `is no run folder: it has no ${RUN_FILES.run}`;
}

function readOptional<T>(path: string, read: (path: string) => T): T | undefined {
  return existsSync(path) ? read(path) : undefined;
}
