import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foresee } from '../../verdict/bounds/foresee.ts';
import { K6Records, readRecordLine } from '../../jobs/load/k6/k6-records.ts';
import { LoadFold, toldByPayments } from '../../jobs/load/load-fold.ts';
import type { LoadFile } from '../../k6/formats.ts';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import type { PerformedCheck, ShardSpec } from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Operation } from '../../model/run/operation.ts';
import { listedPlan } from '../../model/run/plan.ts';
import { type LoadRun, type RunHeader, timingOf } from '../../model/run/run.ts';
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

/** The log of a k6 that was run elsewhere. */
const RECORDS_FILE = 'records.log';

/**
 * Makes a run folder of a folder that holds only what an exported script logged, with the export in the folder
 * itself or above it. Does nothing to any other folder. Throws InputError.
 */
export function adoptK6Records(folder: string): void {
  const log = join(folder, RECORDS_FILE);
  if (existsSync(join(folder, RUN_FILES.outcomes)) || !existsSync(log)) return;
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
    ...exported
  } = readJsonFile(join(home, RUN_FILES.run), RUN.parse) as RunFile;
  const { parts } = readJsonFile(join(home, 'load.json'), jsonReader<LoadFile>({})) as LoadFile;
  const shard = shardIn(log, parts);
  const header: RunHeader = { ...exported, ...(shard === undefined ? {} : { shard }) };
  const readings = readReadings(home);
  write(folder, { header, start: readStart(home, network), readings }, operationsIn(home));
}

function operationsIn(home: string): readonly Operation[] {
  const text = readInputFile(join(home, OPERATIONS_FILE), 'one operation per line');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [parseOperation(line) as Operation]));
}

// The parts that began in this log: one of several is a shard, all of them a whole load.
function shardIn(log: string, of: number): ShardSpec | undefined {
  const parts = new Set<number>();
  streamLines(log, (line) => {
    const read = readRecordLine(line);
    if (read?.[0] === 'begin') parts.add(read[1]);
  });
  const [first] = parts;
  if (first === undefined)
    throw new InputError({
      place: { file: log },
      message: 'holds no line of a script that Millrace exported',
    });
  if (parts.size === of) return undefined;
  if (parts.size === 1) return { index: first + 1, of };
  throw new InputError({
    place: { file: log },
    message: `holds ${parts.size} of ${of} parts; expected one, or all`,
  });
}

// `before`: what is known from before the load.
function write(
  folder: string,
  before: Pick<LoadRun, 'header' | 'start' | 'readings'>,
  operations: readonly Operation[],
): void {
  const { header, start } = before;
  const { shard } = header;
  const { protocol, load } = header.scenario;
  const spec = load as LoadSpec;
  // A part of a load says nothing of what is certain: the others move the same channels.
  const observers = shard === undefined ? [foresee(start, protocol, timingOf(header))] : [];
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
    const rest = streamLines(join(folder, RECORDS_FILE), (line) => {
      const read = readRecordLine(line);
      if (read !== undefined) records.add(read);
    });
    records.finish();
    writer.finish({
      ...before,
      header: { ...header, ...(begunAt === undefined ? {} : { begunAt }) },
      plan: { ...(shard === undefined ? listedPlan(operations) : {}), given: fold.given },
      records: fold.records,
      partial: rest !== '' || records.partsDone < records.partsBegun,
      load: {
        ...toldByPayments({ spec, engine: 'k6', shard, aggregate, kept: fold.kept }),
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
