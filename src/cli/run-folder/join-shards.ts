import { dirname, join, normalize } from 'node:path';
import { mergeShards } from '../../jobs/load/shards/merge-shards.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { LoadRun, Run } from '../../model/run/run.ts';
import type { KeptRun } from '../keep/keep-run.ts';
import { streamRecords } from './load-reader.ts';
import { RUN_FILES } from './run-folder.ts';
import { createRunWriter } from './run-writer.ts';

/** A run folder with what is in it. */
export interface FolderRun {
  readonly folder: string;
  readonly run: Run;
}

/** True for folders that are parts of a load, to be judged together. */
export function areShards(runs: readonly FolderRun[]): boolean {
  return runs.length > 1 && runs.every(({ run }) => run.load?.shard !== undefined);
}

/** Joins shards into a run folder of its own beside the first: every record, one report, one verdict. `now`: what the targets show since. */
export function joinShards(
  runs: readonly FolderRun[],
  { now }: { readonly now?: readonly Reading[] | undefined } = {},
): KeptRun {
  const shards = runs.map(({ folder, run }) => ({ name: folder, run: run as LoadRun }));
  const run = mergeShards(shards, now);
  const first = normalize(join(runs[0]?.folder ?? '', '.'));
  const time = run.header.startedAt.replaceAll(':', '-').replace(/\.\d+/, '');
  const writer = createRunWriter({ folder: join(dirname(first), `${time}-joined`), ...run });
  try {
    for (const { folder } of runs)
      streamRecords(join(folder, RUN_FILES.outcomes), (record) => writer.record(record));
    writer.finish(run);
  } finally {
    writer.close();
  }
  return { run, folder: writer.folder };
}
