import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolderOf } from '../../../src/cli/run-folder/run-folder.ts';
import { writeRunIndex } from '../../../src/cli/run-folder/run-index.ts';
import { createRunWriter } from '../../../src/cli/run-folder/run-writer.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { smallRun } from '../../fixtures/example-runs.ts';

/** A run whose first records are written below this folder. */
export function begunRun(out: string, run: Run, records = run.records) {
  const folder = runFolderOf(out, run.header);
  const writer = createRunWriter(folder, run);
  for (const record of records) writer.record(record);
  return { folder, writer };
}

/** The folder of a run that is written whole. */
export function writtenRun(out: string, run: Run): string {
  const { folder, writer } = begunRun(out, run);
  writer.finish(run);
  return folder;
}

export function seeded(seed: string): Run {
  return smallRun({ header: { ...smallRun().header, seed } });
}

/** The page that lists the runs below this folder. */
export function writtenIndex(out: string): string {
  writeRunIndex(out);
  return readFileSync(join(out, 'index.html'), 'utf8');
}
