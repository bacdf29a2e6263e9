import type { EndedRun, Exchange, Run, StoredRun } from '../../model/run/run.ts';
import type { ReplayOptions } from '../../jobs/replay/replay.ts';
import type { SimulateOptions } from '../../jobs/simulate.ts';
import { earlierText } from '../../report/figures/standing.ts';
import { InputError } from '../../errors.ts';
import { Figures } from '../../report/figures/figures.ts';
import { RunTally } from '../../report/figures/run-tally.ts';
import { watchHeap } from '../../runtime/heap-watch.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { createInterruption } from '../terminal/interruption.ts';
import { Doing } from '../terminal/doing.ts';
import { outOfMemoryText } from './memory-need.ts';
import { startLive, type Watching } from '../live/live.ts';
import { runDocument } from '../../report/run-document.ts';
import { createProgress } from '../terminal/progress.ts';
import { claimRunFolder } from '../run-folder/run-folder.ts';
import { writeRunIndex } from '../run-folder/run-index.ts';
import { createRunWriter, type RunWriter } from '../run-folder/run-writer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Document } from '../../report/blocks/block.ts';
import { liveDocument } from '../../report/live/live-document.ts';
import { capitalized, grouped } from '../../report/words/number-format.ts';

/** Where runs are kept, and whether they are shown while they happen. */
export interface Keeping {
  readonly out: string;
  readonly terminal: Terminal;
  readonly progress: boolean;
  /** How it is watched in a browser; absent: it is not. */
  readonly watching?: Watching | undefined;
}

/** A job calls these so that its run is kept and shown while it happens. */
export type RunHooks = Required<
  Pick<SimulateOptions, 'onBuilding' | 'onStart' | 'onRecord' | 'signal'> &
    Pick<ReplayOptions, 'onExchange' | 'onEarlier' | 'onOpened' | 'onPhase'>
>;

/** A run folder with what is in it. */
export interface KeptRun {
  readonly run: StoredRun;
  readonly folder: string;
  readonly figures: Figures;
  /** True for a run that was stopped because the rest of it would not have fitted into memory. */
  readonly isOutOfMemory?: boolean;
}

const STOPPING = 'Stopping; nothing more is waited for, what has run so far is kept and reported.';

/**
 * Runs a job, writes its run folder as it goes, draws its progress, stops it cleanly at Ctrl-C. The records of a job that
 * keeps none are those in its folder.
 */
export async function keepRun(
  { out, terminal, progress: enabled, watching }: Keeping,
  label: string,
  job: (hooks: RunHooks) => Promise<Run | EndedRun>,
): Promise<KeptRun> {
  const clock = new RealClock();
  const doing = new Doing(terminal, clock);
  const progress = createProgress({ terminal, clock, enabled }, label, doing.text);
  const building = createProgress({ terminal, clock, enabled }, 'building the network');
  let writer: RunWriter | undefined;
  const promise = (): string => (writer === undefined ? doing.stoppingText() : STOPPING);
  // Not yet: building a large network keeps this thread for seconds, and a listener hears of a signal after that.
  const interruption = createInterruption(terminal, promise);
  let isOutOfMemory = false;
  const heap = watchHeap(() => {
    isOutOfMemory = true;
    terminal.note(`\n${outOfMemoryText()}\n`);
    interruption.stop();
  });
  const state = watching && watchedRun(label, { clock, doing });
  const live =
    state &&
    (await startLive(watching, { terminal, clock, read: state.read, stop: () => interruption.stop() }));
  let tally: RunTally | undefined;
  let isRepeatable = false;
  let [total, done, failed] = [0, 0, 0];
  // Checking what is there comes before the folder exists, and is part of the run's record.
  const early: Exchange[] = [];
  try {
    const ended = await job({
      onBuilding: (built) => building.update(built),
      onStart(plan) {
        building.close();
        for (const note of plan.start.getAttribute('notes') ?? []) terminal.note(`${note}\n`);
        total = plan.operations.length;
        progress.update({ done, total });
        state?.start(plan.header.scenario.question, total);
        isRepeatable = plan.header.job === 'simulate';
        tally = new RunTally(plan);
        writer = createRunWriter(claimRunFolder(out, plan.header), plan);
        for (const exchange of early.splice(0)) writer.exchange(exchange);
      },
      onEarlier(earlier) {
        const text = earlierText(earlier);
        if (text !== undefined) terminal.note(`${text}\n`);
      },
      onRecord(record) {
        interruption.listen();
        writer?.record(record);
        done += 1;
        tally?.add(record);
        state?.aggregate.add(record);
        if (record.outcome.kind === 'failed') failed += 1;
        progress.update({ done, total, failed });
      },
      onExchange(exchange) {
        if (writer) writer.exchange(exchange);
        else early.push(exchange);
      },
      onOpened: doing.onOpened,
      onPhase(phase) {
        interruption.listen();
        doing.onPhase(phase);
      },
      signal: interruption.signal,
    });
    progress.close();
    const kept = finishRun('records' in ended ? ended : storedRun(ended, writer), out, { writer, tally });
    await live?.end(runDocument(kept.figures));
    return { ...kept, isOutOfMemory: isOutOfMemory && ended.partial };
  } catch (error) {
    // A disk that fills up leaves half a simulation, which costs nothing to repeat; half a replay is kept.
    if (error instanceof InputError && isRepeatable) writer?.discard();
    throw error;
  } finally {
    building.close();
    progress.close();
    await live?.end(undefined);
    writer?.close();
    heap.end();
    interruption.release();
  }
}

// Its job has called back when it started: otherwise nothing was recorded.
function storedRun(ended: EndedRun, writer: RunWriter | undefined): StoredRun {
  return { ...ended, records: writer?.records() ?? [] };
}

/** Writes all that is known of a run that has ended. `tally`: of records that it does not keep itself. */
export function finishRun(
  run: StoredRun,
  out: string,
  { writer, tally }: { readonly writer: RunWriter | undefined; readonly tally?: RunTally | undefined },
): KeptRun {
  // A job that never called back is our bug; the run is too valuable to be lost to it.
  const kept = writer ?? createRunWriter(claimRunFolder(out, run.header), run);
  // Records that a job keeps may have been resolved since they were handed over.
  const figures = new Figures(run, 'pick' in run.records ? tally : undefined);
  kept.finish(run, figures);
  writeRunIndex(out);
  return { run, folder: kept.folder, figures };
}

/** A simulation or a replay as its live page shows it: bounded, however many operations there are. */
function watchedRun(label: string, { clock, doing }: { readonly clock: Clock; readonly doing: Doing }) {
  const aggregate = new LoadAggregate();
  let title = `${capitalized(label)} …`;
  let total = 0;
  let startedMs = clock.nowMs();
  const read = (): Document => {
    const elapsedMs = clock.nowMs() - startedMs;
    const done = aggregate.counts.operations;
    return liveDocument({
      title,
      what: `${capitalized(label)} a scenario`,
      waitsFor: total === 0 ? (doing.text() ?? 'preparing') : doing.text(),
      share: total === 0 ? undefined : Math.min(1, done / total),
      elapsedMs,
      leftMs: done === 0 ? undefined : (elapsedMs * Math.max(0, total - done)) / done,
      figures: [{ name: 'Operations', figure: grouped(done), beside: `of ${grouped(total)}` }],
      aggregate,
    });
  };
  return {
    aggregate,
    read,
    start(question: string, operations: number): void {
      title = question;
      total = operations;
      startedMs = clock.nowMs();
    },
  };
}
