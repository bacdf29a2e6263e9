import { dirname, join, normalize } from 'node:path';
import { mergeShards } from '../../jobs/load/shards/merge-shards.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { LoadRun } from '../../model/run/run.ts';
import type { KeptRun } from '../keep/keep-run.ts';
import { streamRecords } from './load-reader.ts';
import { momentInName, RUN_FILES } from './run-folder.ts';
import { createRunWriter } from './run-writer.ts';

/** True for folders that are parts of a load, to be judged together. */
export function areShards(runs: readonly KeptRun[]): boolean {
  return runs.length > 1 && runs.every(({ run }) => run.load?.shard !== undefined);
}

/** Joins shards into a run folder of its own beside the first: every record, one report, one verdict. `now`: what the targets show since. */
export function joinShards(runs: readonly KeptRun[], now: readonly Reading[] | undefined): KeptRun {
  const shards = runs.map(({ folder, run }) => ({ name: folder, run: run as LoadRun }));
  const run = mergeShards(shards, now);
  const first = normalize(join(runs[0]?.folder ?? '', '.'));
  const writer = createRunWriter(join(dirname(first), `${momentInName(run.header.startedAt)}-joined`), run);
  try {
    for (const { folder } of runs)
      streamRecords(join(folder, RUN_FILES.outcomes), (record) => writer.record(record));
    writer.finish(run);
  } finally {
    writer.close();
  }
  return { run, folder: writer.folder };
}
