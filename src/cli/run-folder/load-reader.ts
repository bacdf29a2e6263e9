import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LoadFold, toldByPayments } from '../../jobs/load/load-fold.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { OWN_PLAN } from '../../model/scenario/load-spec.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { recordFromLine } from '../../model/run/record-line.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { parsedJson, readJsonFile, shaped } from '../files/json-file.ts';
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
  const fold = new LoadFold([]);
  const { aggregate } = fold;
  const { cut } = streamRecords(join(folder, RUN_FILES.outcomes), fold.ended);
  const dropped = join(folder, RUN_FILES.dropped);
  if (existsSync(dropped))
    streamLines(dropped, (line, number) => {
      const place = { file: dropped, line: number };
      const counted = parsedJson(
        () => JSON.parse(line),
        () => place,
      );
      const { atMs, count } = shaped(counted, { shape: DROPPED, what: 'a count of dropped starts', place });
      aggregate.drop(atMs, count);
    });
  const { shard, scenario } = header;
  const spec = scenario.load ?? OWN_PLAN;
  const load = toldByPayments({ spec, engine: 'millrace', shard, aggregate, kept: fold.kept });
  return { records: fold.records, load, cut };
}

/** Hands over every record of an `outcomes.ndjson`. Throws InputError at the first line that is none. */
export function streamRecords(
  path: string,
  onRecord: (record: OperationRecord) => void,
): { readonly cut: boolean } {
  return streamLines(path, (line, number) => {
    const place = { file: path, line: number };
    const record = parsedJson(
      () => recordFromLine(line),
      () => place,
    );
    shaped(record, { shape: RECORD, what: 'an operation with its outcome', place });
    onRecord(record as OperationRecord);
  });
}
