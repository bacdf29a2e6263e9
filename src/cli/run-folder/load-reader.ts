import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { courseOf, thresholdsOf } from '../../jobs/load/judge-load.ts';
import { LoadRecords } from '../../jobs/load/load-records.ts';
import { InputError, type Place } from '../../errors.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { DEFAULT_LOAD_DEADLINE_MS, type LoadSpec } from '../../model/scenario/load-spec.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { recordFromLine } from '../../model/run/record-line.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { readJsonFile, shaped } from './json-file.ts';
import { type LoadJson, loadFromJson, parseLoad } from './load-file.ts';
import { RUN_FILES } from './run-folder.ts';
import { DROPPED, LOAD, RECORD } from './run-shapes.ts';
import { streamLines } from './stream-lines.ts';

/** What a run folder holds of a load. */
interface LoadFiles {
  readonly records: readonly OperationRecord[];
  readonly load: LoadResult;
  /** The last line was cut off while it was written. */
  readonly cut: boolean;
}

/** Reads what was written of a load; what a crash kept from being written is made again from the single outcomes. */
export function readLoadFiles(from: { readonly folder: string; readonly header: RunHeader }): LoadFiles {
  const { folder } = from;
  const path = join(folder, RUN_FILES.load);
  if (!existsSync(path)) return rebuilt(from);
  const json = shaped(readJsonFile(path, parseLoad), { shape: LOAD, what: 'a load', place: { file: path } });
  const load = loadFromJson(json as unknown as LoadJson);
  const file = load.kept.kind === 'all' ? RUN_FILES.outcomes : RUN_FILES.sample;
  const records: OperationRecord[] = [];
  const { cut } = streamRecords(join(folder, file), (record) => records.push(record));
  return { records, load, cut };
}

function rebuilt({ folder, header }: { readonly folder: string; readonly header: RunHeader }): LoadFiles {
  const aggregate = new LoadAggregate();
  const records = new LoadRecords();
  const { cut } = streamRecords(join(folder, RUN_FILES.outcomes), (record) => {
    aggregate.add(record);
    records.add(record);
  });
  const dropped = join(folder, RUN_FILES.dropped);
  if (existsSync(dropped))
    streamLines(dropped, (line, number) => {
      const place = { file: dropped, line: number };
      const parsed = parsedLine(() => JSON.parse(line), place);
      const { atMs, count } = shaped(parsed, { shape: DROPPED, what: 'a count of dropped starts', place });
      aggregate.drop(atMs, count);
    });
  const { scenario } = header;
  const spec: LoadSpec = scenario.load ?? {
    executors: [],
    thresholds: [],
    deadlineMs: DEFAULT_LOAD_DEADLINE_MS,
  };
  return {
    records: records.records,
    load: {
      spec,
      engine: 'millrace',
      ...(header.shard === undefined ? {} : { shard: header.shard }),
      aggregate,
      kept: records.kept,
      thresholds: thresholdsOf(spec, aggregate),
      findings: [],
      checks: [],
      course: courseOf(aggregate),
    },
    cut,
  };
}

/** Hands over every record of an `outcomes.ndjson`. Throws InputError at the first line that is none. */
export function streamRecords(
  path: string,
  onRecord: (record: OperationRecord) => void,
): { readonly cut: boolean } {
  return streamLines(path, (line, number) => {
    const place = { file: path, line: number };
    const record = parsedLine(() => recordFromLine(line), place);
    shaped(record, { shape: RECORD, what: 'an operation with its outcome', place });
    onRecord(record as OperationRecord);
  });
}

function parsedLine(parse: () => unknown, place: Place): unknown {
  try {
    return parse();
  } catch (error) {
    throw new InputError({ place, message: `is not valid JSON: ${(error as Error).message}` });
  }
}
