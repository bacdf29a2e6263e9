import type { LoadOptions, LoadPlan } from '../jobs/load.ts';
import type { LoadRun } from '../model/load-result.ts';
import { RealClock } from '../runtime/real-clock.ts';
import { listenForInterruption } from './interruption.ts';
import type { KeptRun } from './keep-run.ts';
import { createProgress } from './progress.ts';
import { runFolderOf } from './run-folder.ts';
import { writeRunIndex } from './run-index.ts';
import { createRunWriter, type RunWriter } from './run-writer.ts';
import type { Terminal } from './terminal.ts';

/** What a load is handed so that it is kept and shown while it runs. */
export type LoadHooks = Required<
  Pick<LoadOptions, 'onStart' | 'onRecord' | 'onDropped' | 'onExchange' | 'signal'>
>;

/** Runs a load, streams it to its run folder, draws its progress, stops it cleanly at Ctrl-C. */
export async function keepLoad({
  out,
  terminal,
  progress: enabled,
  job,
}: {
  readonly out: string;
  readonly terminal: Terminal;
  readonly progress: boolean;
  readonly job: (hooks: LoadHooks) => Promise<LoadRun>;
}): Promise<KeptRun> {
  const progress = createProgress({ terminal, clock: new RealClock(), label: 'loading', enabled });
  const interruption = listenForInterruption(terminal, 'No further payment starts; those in flight may end.');
  let writer: RunWriter | undefined;
  let plan: LoadPlan | undefined;
  try {
    const run = await job({
      onStart(started) {
        plan = started;
        const { header, start } = started;
        writer = createRunWriter({ folder: runFolderOf({ out, header }), header, start });
      },
      onRecord(record) {
        writer?.record(record);
        const { operations: done = 0, failed = 0 } = plan?.aggregate.counts ?? {};
        progress.update({ done, total: plan?.total ?? Number.POSITIVE_INFINITY, failed });
      },
      onDropped: (atMs) => writer?.dropped(atMs),
      onExchange: (exchange) => writer?.exchange(exchange),
      signal: interruption.signal,
    });
    progress.clear();
    const kept = writer ?? createRunWriter({ folder: runFolderOf({ out, header: run.header }), ...run });
    kept.finish(run);
    writeRunIndex(out);
    return { run, folder: kept.folder };
  } finally {
    progress.clear();
    writer?.close();
    interruption.release();
  }
}
