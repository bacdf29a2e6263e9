import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foresee } from '../../verdict/bounds/foresee.ts';
import { K6Records, readRecordLine, sortRecordLines } from '../../jobs/load/k6/k6-records.ts';
import { LoadFold, toldByPayments } from '../../jobs/load/load-fold.ts';
import type { LoadFile, RecordLine } from '../../k6/formats.ts';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import type { PerformedCheck } from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Operation } from '../../model/run/operation.ts';
import { listedPlan } from '../../model/run/plan.ts';
import { type LoadRun, timingOf } from '../../model/run/run.ts';
import { parseOperation } from '../../model/run/run-json.ts';
import { dateOf } from '../../runtime/calendar.ts';
import { readInputFile } from '../files/input-file.ts';
import { readJsonFile } from '../files/json-file.ts';
import { OPERATIONS_FILE } from './k6-export.ts';
import { readStart } from '../run-folder/kept-network.ts';
import { RUN, type RunFile } from '../run-folder/file-codecs.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { readReadings } from '../run-folder/run-reader.ts';
import { createRunWriter } from '../run-folder/run-writer.ts';
import { streamLines } from '../files/read-lines.ts';

/** The logs of a load that k6 ran elsewhere, one for each k6. */
const RECORDS_FILE = /^records.*\.log$/;

/**
 * Makes a run folder of a folder that holds only what an exported script logged, with the export in the folder
 * itself or above it. Does nothing to any other folder. Throws InputError.
 */
export function adoptK6Records(folder: string): void {
  const logs = recordsIn(folder);
  if (existsSync(join(folder, RUN_FILES.outcomes)) || logs.length === 0) return;
  const home = [folder, dirname(join(folder, '.'))].find((place) => existsSync(join(place, OPERATIONS_FILE)));
  if (home === undefined)
    throw new InputError({
      place: { file: folder },
      message: `has what a k6 script logged, but not the export it ran, neither here nor in the folder above`,
      hint: 'Put it into the folder that `millrace load --export` wrote.',
    });
  const {
    network,
    complete: _complete,
    ...header
  } = readJsonFile(join(home, RUN_FILES.run), RUN.parse) as RunFile;
  const { parts } = readJsonFile(join(home, 'load.json'), jsonReader<LoadFile>({})) as LoadFile;
  requireAllParts(folder, logs, parts);
  const readings = readReadings(home);
  write(folder, logs, { header, start: readStart(home, network), readings }, operationsIn(home));
}

function recordsIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => RECORDS_FILE.test(name));
  return names.toSorted().map((name) => join(folder, name));
}

function operationsIn(home: string): readonly Operation[] {
  const text = readInputFile(join(home, OPERATIONS_FILE), 'one operation per line');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [parseOperation(line) as Operation]));
}

// A verdict on some parts of a load would look like one on the whole.
function requireAllParts(folder: string, logs: readonly string[], of: number): void {
  const parts = new Set<number>();
  for (const log of logs)
    streamLines(log, (line) => {
      const read = readRecordLine(line);
      if (read?.[0] === 'begin') parts.add(read[1]);
    });
  if (parts.size === of) return;
  throw new InputError({
    place: { file: folder },
    message: `has the records of ${parts.size} of ${of} parts of the load; expected all`,
    hint: 'Put the log of every k6 that ran the script into this folder: records-1.log, records-2.log and so on.',
  });
}

// `before`: what is known from before the load.
function write(
  folder: string,
  logs: readonly string[],
  before: Pick<LoadRun, 'header' | 'start' | 'readings'>,
  operations: readonly Operation[],
): void {
  const { header, start } = before;
  const { protocol, load } = header.scenario;
  const spec = load as LoadSpec;
  // Clocks of several machines do not tell which of two payments was sent first, so nothing is certain of either.
  const isOneClock = logs.length === 1;
  const observers = isOneClock ? [foresee(start, protocol, timingOf(header))] : [];
  let begunAt: string | undefined;
  const writer = createRunWriter(folder, { header, start });
  const fold = new LoadFold(observers, (record, line) => writer.record(record, line));
  const { aggregate } = fold;
  try {
    const records = new K6Records({
      dialectOf: (node) => header.dialects?.[node]?.name,
      operations,
      start,
      onBegin: (unixMs) => {
        begunAt = dateOf(unixMs);
      },
      onSend: fold.sent,
      onRecord: fold.ended,
    });
    const lines: RecordLine[] = [];
    const rests = logs.map((log) =>
      streamLines(log, (text) => {
        const line = readRecordLine(text);
        if (line === undefined) return;
        if (isOneClock) records.add(line);
        else lines.push(line);
      }),
    );
    sortRecordLines(lines);
    for (const line of lines) records.add(line);
    records.finish();
    writer.finish({
      ...before,
      header: { ...header, ...(begunAt === undefined ? {} : { begunAt }) },
      plan: { ...listedPlan(operations), given: fold.given },
      records: fold.records,
      partial: rests.some((rest) => rest !== '') || records.partsDone < records.partsBegun,
      load: {
        ...toldByPayments({ spec, engine: 'k6', aggregate, kept: fold.kept }),
        ...(isOneClock ? {} : { clocks: logs.length }),
        checks: [NOT_READ],
      },
    });
  } finally {
    writer.close();
  }
}

const NOT_READ: PerformedCheck = {
  name: 'after-load',
  verdict: 'unknown',
  detail: 'k6 ran by itself, and nobody read the nodes afterwards; millrace report --nodes reads them',
};
