import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { LoadFold, toldByPayments } from '../../jobs/load/load-fold.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { OWN_PLAN } from '../../model/scenario/load-spec.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { recordFromLine } from '../../model/run/lines/record-line.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { lineReader, readShapedFile } from '../files/json-file.ts';
import { type LoadJson, loadFromJson, parseLoad } from './load-file.ts';
import { RUN_FILES } from './run-folder.ts';
import { DROPPED, LOAD, RECORD } from './run-shapes.ts';
import { streamLines } from '../files/stream-lines.ts';

/** What a run folder holds of a load. */
interface LoadFiles {
  readonly records: readonly OperationRecord[];
  readonly load: LoadResult;
  /** The last line was cut off while it was written. */
  readonly cut: boolean;
}

/** Reads what was written of a load; what a crash kept from being written is made again from the single outcomes. */
export function readLoadFiles(folder: string, header: RunHeader): LoadFiles {
  const path = join(folder, RUN_FILES.load);
  if (!existsSync(path)) return rebuilt(folder, header);
  const load = loadFromJson(readShapedFile(path, parseLoad, LOAD) as unknown as LoadJson);
  const file = load.kept.kind === 'all' ? RUN_FILES.outcomes : RUN_FILES.sample;
  const records: OperationRecord[] = [];
  const rest = streamRecords(join(folder, file), (record) => records.push(record));
  return { records, load, cut: rest !== '' };
}

function rebuilt(folder: string, { shard, scenario }: RunHeader): LoadFiles {
  const fold = new LoadFold([]);
  const { aggregate } = fold;
  const rest = streamRecords(join(folder, RUN_FILES.outcomes), fold.ended);
  const dropped = join(folder, RUN_FILES.dropped);
  if (existsSync(dropped)) {
    const read = lineReader(dropped, JSON.parse, DROPPED);
    streamLines(dropped, (line, number) => {
      const { atMs, count } = read(line, number) as z.infer<typeof DROPPED>;
      aggregate.drop(atMs, count);
    });
  }
  const spec = scenario.load ?? OWN_PLAN;
  const load = toldByPayments({ spec, engine: 'millrace', shard, aggregate, kept: fold.kept });
  return { records: fold.records, load, cut: rest !== '' };
}

/** Hands over every record of an `outcomes.ndjson`; returns what was cut off at its end. Throws InputError at the first line that is none. */
export function streamRecords(path: string, onRecord: (record: OperationRecord) => void): string {
  const read = lineReader(path, recordFromLine, RECORD);
  return streamLines(path, (line, number) => onRecord(read(line, number) as OperationRecord));
}
