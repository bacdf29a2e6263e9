import type { EndedRun, Exchange, Run, StoredRun } from '../../model/run/run.ts';
import type { ReplayOptions } from '../../jobs/replay/replay.ts';
import type { SimulateOptions } from '../../jobs/simulate.ts';
import { earlierText } from '../../report/figures/standing.ts';
import { InputError } from '../../errors.ts';
import { Figures } from '../../report/figures/figures.ts';
import { RunTally } from '../../report/figures/run-tally.ts';
import { watchHeap } from '../../runtime/heap-watch.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { outOfMemoryText } from './memory-need.ts';
import { type Showing, whileShown } from '../live/while-shown.ts';
import { WaitingText } from '../live/waiting-text.ts';
import { runDocument } from '../../report/sections/run-document.ts';
import { claimRunFolder } from './run-folder.ts';
import { writeRunIndex } from './run-index.ts';
import { createRunWriter, type RunWriter } from './run-writer.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { figure } from '../../report/blocks/block.ts';
import { type LiveState, paceOf } from '../../report/live/live-document.ts';
import { capitalized, grouped } from '../../report/words/number-format.ts';

/** Where runs are kept, and how they are shown while they happen. */
export interface Keeping extends Showing {
  readonly out: string;
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

const STOPPING = 'Stopping now; the part that has run is kept and reported.';

/**
 * Runs a job, writes its run folder as it goes, draws its progress, stops it cleanly at Ctrl-C. The records of a job that
 * keeps none are those in its folder.
 */
export async function keepRun(
  keeping: Keeping,
  label: string,
  job: (hooks: RunHooks) => Promise<Run | EndedRun>,
): Promise<KeptRun> {
  const { out, terminal } = keeping;
  const clock = new RealClock();
  const waiting = new WaitingText(terminal, clock);
  const state = shownRun(label, { clock, waiting, isWatched: keeping.watching !== undefined });
  let writer: RunWriter | undefined;
  const stopping = (): string => (writer === undefined ? waiting.stoppingText() : STOPPING);
  // Building a large network keeps this thread for seconds, and a listener hears of a signal after that.
  const shown = { label, read: state.read, stopping, listensLater: true };
  return whileShown(keeping, shown, async ({ display, ...interruption }) => {
    let isOutOfMemory = false;
    const heap = watchHeap(() => {
      isOutOfMemory = true;
      terminal.note(`\n${outOfMemoryText()}\n`);
      interruption.stop();
    });
    let tally: RunTally | undefined;
    let isRepeatable = false;
    // Checking what is there comes before the folder exists, and is part of the run's record.
    const early: Exchange[] = [];
    try {
      const ended = await job({
        onBuilding(built) {
          state.building(built);
          display.update();
        },
        onStart(plan) {
          display.clear();
          for (const note of plan.start.getAttribute('notes') ?? []) terminal.note(`${note}\n`);
          state.start(plan.header.scenario.question, plan.operations.length);
          display.update();
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
          tally?.add(record);
          state.ended(record);
          display.update();
        },
        onExchange(exchange) {
          if (writer) writer.exchange(exchange);
          else early.push(exchange);
        },
        onOpened: waiting.onOpened,
        onPhase(phase) {
          interruption.listen();
          waiting.onPhase(phase);
        },
        signal: interruption.signal,
      });
      display.close();
      const kept = finishRun(
        'records' in ended ? ended : { ...ended, records: writer?.records() ?? [] },
        out,
        { writer, tally },
      );
      const result = { ...kept, isOutOfMemory: isOutOfMemory && ended.partial };
      return { result, document: runDocument(kept.figures) };
    } catch (error) {
      // A disk that fills up leaves half a simulation, which costs nothing to repeat; half a replay is kept.
      if (error instanceof InputError && isRepeatable) writer?.discard();
      throw error;
    } finally {
      writer?.close();
      heap.end();
    }
  });
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

/** The state of a simulation or a replay: bounded, however many operations there are. */
function shownRun(
  label: string,
  shown: { readonly clock: Clock; readonly waiting: WaitingText; readonly isWatched: boolean },
) {
  const { clock, waiting, isWatched } = shown;
  const aggregate = isWatched ? new LoadAggregate() : undefined;
  let title = `${capitalized(label)} …`;
  let counts = { name: '', done: 0, failed: 0, total: 0 };
  let startedMs = clock.nowMs();
  return {
    building({ done, total }: { readonly done: number; readonly total: number }): void {
      counts = { name: 'Nodes and channels', done, failed: 0, total };
    },
    start(question: string, total: number): void {
      title = question;
      counts = { name: 'Operations', done: 0, failed: 0, total };
      startedMs = clock.nowMs();
    },
    ended(record: OperationRecord): void {
      counts.done += 1;
      if (record.outcome.kind === 'failed') counts.failed += 1;
      aggregate?.add(record);
    },
    read: (): LiveState => {
      const { name, done, failed, total } = counts;
      const count = `${grouped(done)} of ${grouped(total)}`;
      return {
        title,
        what: `${capitalized(label)} a scenario`,
        waitsFor: waiting.text() ?? (total === 0 ? 'preparing' : undefined),
        ...paceOf(counts, clock.nowMs() - startedMs),
        figures: [figure(name, count, failed === 0 ? '' : `${grouped(failed)} failed`)],
        aggregate,
      };
    },
  };
}
