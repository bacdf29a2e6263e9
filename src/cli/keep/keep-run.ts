import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Exchange, Run } from '../../model/run/run.ts';
import type { RunPlan } from '../../jobs/simulate.ts';
import { InputError } from '../../errors.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { claimRunFolder } from '../run-folder/run-folder.ts';
import { writeRunIndex } from '../run-folder/run-index.ts';
import { createRunWriter, type RunWriter } from '../run-folder/run-writer.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What a job is handed so that its run is kept and shown while it happens. */
export interface RunHooks {
  readonly onStart: (plan: RunPlan) => void;
  readonly onRecord: (record: OperationRecord) => void;
  readonly onExchange: (exchange: Exchange) => void;
  readonly signal: AbortSignal;
}

export interface KeptRun {
  readonly run: Run;
  readonly folder: string;
}

/** Runs a job, writes its run folder as it goes, draws its progress, stops it cleanly at Ctrl-C. */
export async function keepRun({
  out,
  terminal,
  label,
  progress: enabled,
  job,
}: {
  readonly out: string;
  readonly terminal: Terminal;
  readonly label: string;
  readonly progress: boolean;
  readonly job: (hooks: RunHooks) => Promise<Run>;
}): Promise<KeptRun> {
  const progress = createProgress({ terminal, clock: new RealClock(), label, enabled });
  const interruption = listenForInterruption(terminal, () => 'Stopping; what has run so far is kept.');
  const { writer, isRepeatable, ...hooks } = writingHooks(out, progress);
  try {
    const run = await job({ ...hooks, signal: interruption.signal });
    progress.clear();
    return finishRun(run, { out, writer: writer() });
  } catch (error) {
    // A disk that fills up leaves half a simulation, which costs nothing to repeat; half a replay is kept.
    if (error instanceof InputError && isRepeatable()) writer()?.discard();
    throw error;
  } finally {
    progress.clear();
    writer()?.close();
    interruption.release();
  }
}

/** Writes all that is known of a run that has ended. */
export function finishRun(
  run: Run,
  { out, writer }: { readonly out: string; readonly writer: RunWriter | undefined },
): KeptRun {
  // A job that never called back is our bug; the run is too valuable to be lost to it.
  const kept = writer ?? createRunWriter({ folder: claimRunFolder({ out, header: run.header }), ...run });
  kept.finish(run);
  writeRunIndex(out);
  return { run, folder: kept.folder };
}

function writingHooks(
  out: string,
  progress: Progress,
): Omit<RunHooks, 'signal'> & {
  readonly writer: () => RunWriter | undefined;
  readonly isRepeatable: () => boolean;
} {
  let writer: RunWriter | undefined;
  let repeatable = false;
  let total = 0;
  let done = 0;
  let failed = 0;
  // Checking what is there comes before the folder exists, and is part of the run's record.
  const early: Exchange[] = [];
  return {
    writer: () => writer,
    isRepeatable: () => repeatable,
    onStart(plan) {
      total = plan.operations.length;
      repeatable = plan.header.job === 'simulate';
      writer = createRunWriter({ folder: claimRunFolder({ out, header: plan.header }), ...plan });
      for (const exchange of early.splice(0)) writer.exchange(exchange);
    },
    onRecord(record) {
      writer?.record(record);
      done += 1;
      if (record.outcome.kind === 'failed') failed += 1;
      progress.update({ done, total, failed });
    },
    onExchange(exchange) {
      if (writer) writer.exchange(exchange);
      else early.push(exchange);
    },
  };
}
