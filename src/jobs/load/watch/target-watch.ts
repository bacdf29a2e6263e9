import { earlierTransfers } from '../../../model/earlier-transfers.ts';
import type { LoadResult } from '../../../model/load/load-result.ts';
import type { Foreseen } from '../../../model/run/operation.ts';
import type { Reading } from '../../../model/run/reading.ts';
import { type LoadRun, type RunHeader, timingOf } from '../../../model/run/run.ts';
import type { LoadObserver } from '../../../ports/load-observer.ts';
import { unlessAborted } from '../../../runtime/unless-aborted.ts';
import { judgeCourse } from '../../../verdict/failures/load-course.ts';
import { foresee } from '../../../verdict/bounds/foresee.ts';
import type { Prepared } from '../../targets/prepare-targets.ts';
import { readEarlier } from '../../targets/read-view.ts';
import { changesAmong } from '../../targets/start-looks.ts';
import type { Target } from '../../targets/target.ts';
import { type LoadReads, readAll } from '../load-readings.ts';
import { HistoryWatcher } from './history-watcher.ts';
import { LoadWatcher } from './load-watcher.ts';

/** The targets of a load, and what they are watched for. */
interface WatchedLoad extends Pick<Prepared, 'start' | 'shown'> {
  readonly header: RunHeader;
  readonly targets: Readonly<Record<string, Target>>;
  /** Nothing but the load's own payments is judged: the targets are not read. */
  readonly figuresOnly: boolean;
}

/** Observations of the targets while a load ran. */
type SeenWhileRunning = Pick<LoadResult, 'course' | 'looks' | 'watch' | 'watched'>;

/** Reads the targets of a load before it and while it runs, and tells what is certain of each payment. */
export class TargetWatch {
  /** Watch the load's own payments. */
  readonly observers: readonly LoadObserver[];
  readonly #load: WatchedLoad;
  readonly #history = new HistoryWatcher();
  #watcher: LoadWatcher | undefined;
  #before: readonly Reading[] = [];
  #earlier = 0;

  constructor(load: WatchedLoad) {
    this.#load = load;
    const { header, start } = load;
    this.observers = [
      foresee(start, header.scenario.protocol, timingOf(header)),
      {
        sent: (operation) => this.#doubted(operation.kind === 'pay'),
        still: ({ foreseen }) => this.#doubted(foreseen !== undefined),
      },
      {
        sent: (operation, atMs) => this.#watcher?.sent(operation, atMs),
        ended: (record) => this.#watcher?.ended(record),
      },
      this.#history,
    ];
  }

  /** Before the first payment: what the targets show then is not the load's doing. */
  async readBefore(reads: Omit<LoadReads, 'timing'>): Promise<readonly Reading[]> {
    const { header, shown, figuresOnly } = this.#load;
    if (figuresOnly) return [];
    const { settleMs } = timingOf(header);
    const earlier = await readEarlier({ ...reads, nodes: reads.connections.readers, settleMs });
    this.#before = changesAmong([...shown, ...earlier, ...(await readAll(reads, 'start'))]);
    this.#earlier = earlierTransfers({ start: reads.start, readings: this.#before }).payments;
    return this.#before;
  }

  /** Just before the first payment: the targets are looked at from now on. */
  begin({ connections, clock }: Pick<LoadReads, 'connections' | 'clock'>): void {
    const { start, targets, figuresOnly } = this.#load;
    if (figuresOnly) return;
    this.#history.begin({ nodes: connections.readers, clock }, this.#before);
    this.#watcher = new LoadWatcher(start, targets, clock);
    this.#watcher.begin();
  }

  /** After the last payment: looks a last time and tells what was seen. */
  async end({ load }: Pick<LoadRun, 'load'>, signal: AbortSignal | undefined): Promise<SeenWhileRunning> {
    const ending = this.#watcher?.end(signal);
    const watch = ending && (await unlessAborted(ending, undefined, signal));
    const course = judgeCourse(load.aggregate.series, watch);
    const looks = await unlessAborted(this.#history.finish(), [], signal);
    if (watch === undefined) return { course, looks };
    const watched = [...(this.#watcher?.looks ?? []), ...this.#history.unreadable];
    return { course, looks, watch, watched };
  }

  /** Looks no further. */
  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  // Locks of before take money and free places that no node shows, and may keep whole channels from carrying anything.
  #doubted(isForeseen: boolean): Foreseen | undefined {
    return isForeseen && this.#earlier > 0 ? 'may-either' : undefined;
  }
}
