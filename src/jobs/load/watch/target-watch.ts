import { earlierTransfers } from '../../../model/earlier-transfers.ts';
import type { LoadResult, WatchedLook } from '../../../model/load/load-result.ts';
import type { Foreseen, Operation, OperationRecord } from '../../../model/run/operation.ts';
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
import { PlaceCounts } from '../../../model/failure-place.ts';
import type { LoadWatch } from '../../../model/load/load-watch.ts';
import { unansweredBecause } from '../../../model/load/load-series.ts';
import { WatchSteps } from '../../../model/load/growing-steps.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { PendingTransfer } from '../../../model/run/answer.ts';
import type { Clock, Timer } from '../../../ports/clock.ts';
import { type Lacked, ScriptedStops, whatLacked } from '../../../verdict/failures/what-lacked.ts';
import { WatchedBalances, watchedNodes } from '../../../verdict/failures/watched-balances.ts';
import { CertainFlows } from '../../../verdict/bounds/certain-flows.ts';
import { heldLocks } from '../../../verdict/facts/held-locks.ts';
import { ChannelLooks, OtherLooks } from './channel-looks.ts';

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

// Two reads of so many nodes are what a node spares beside a hundred payments a second, spread over the time below.
const MOST_WATCHED_NODES = 20;
const MOST_READS_PER_SECOND = 10;
// Reading never takes more than a third of the time, however slowly a node answers.
const REST_FACTOR = 2;
const SHORTEST_WAIT_MS = 1_000;
const READS_PER_NODE = 2;

// A few seconds of a thousand failures each; what does not fit is judged by the reading there is.
const MOST_WAITING = 5_000;
// In a network of thousands of nodes the first places are enough to see where payments failed.
const MOST_PLACES = 200;

type Failure = Parameters<typeof whatLacked>[0];

/** Looks at the channels of a few nodes while a load runs, and tells by them what failed payments lacked. */
class LoadWatcher implements LoadObserver {
  readonly #start: Network;
  readonly #clock: Clock;
  readonly #flows: CertainFlows;
  readonly #nodes: readonly NodeName[];
  readonly #balances: WatchedBalances;
  readonly #stops = new ScriptedStops();
  readonly #pending = new Map<NodeName, readonly PendingTransfer[]>();
  readonly #unread = new Set<NodeName>();
  readonly #waiting: Failure[] = [];
  readonly #steps: WatchSteps;
  readonly #looks: ChannelLooks;
  readonly #others: OtherLooks;
  readonly #places = new PlaceCounts();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #isOver = false;

  constructor(start: Network, targets: Readonly<Record<NodeName, Target>>, clock: Clock) {
    this.#start = start;
    this.#clock = clock;
    this.#flows = new CertainFlows(start);
    this.#nodes = watchedNodes(start, MOST_WATCHED_NODES).filter((node) => targets[node] !== undefined);
    this.#balances = new WatchedBalances(start, this.#nodes);
    this.#steps = new WatchSteps({ depletedEnds: this.#balances.depletedEnds, pending: 0, unread: 0 });
    this.#looks = new ChannelLooks(start, targets, clock);
    const isTarget = (node: NodeName): boolean => targets[node] !== undefined;
    this.#others = new OtherLooks({ start, looks: this.#looks, told: this.#nodes, isTarget });
  }

  /** Looks for the first time in a moment, and then again and again. */
  begin(): void {
    this.#lookIn(SHORTEST_WAIT_MS);
  }

  sent(operation: Operation, atMs: number): undefined {
    this.#stops.sent(operation, atMs);
  }

  ended(record: OperationRecord): void {
    const { operation, outcome, startedAtMs, endedAtMs } = record;
    this.#stops.ended(record);
    if (!this.#isOver) this.#others.after(record);
    if (outcome.kind === 'succeeded' || operation.kind !== 'pay') return;
    if (unansweredBecause(record) === 'given-up') return;
    const failure = { operation, outcome, startedAtMs, endedAtMs };
    const lacked = this.#lackedBy(failure);
    const { lack } = lacked;
    // An end may be depleted since its last reading: failures for lack of locks or of a way wait for the next one.
    if ((lack === 'locks' || lack === 'way') && this.#waiting.length < MOST_WAITING)
      this.#waiting.push(failure);
    else this.#count(lacked, endedAtMs);
  }

  #lackedBy(failure: Failure): Lacked {
    return whatLacked(failure, { balances: this.#balances, flows: this.#flows, stops: this.#stops });
  }

  #countWaiting(): void {
    for (const failure of this.#waiting.splice(0)) this.#count(this.#lackedBy(failure), failure.endedAtMs);
  }

  #count({ lack, place }: Lacked, atMs: number): void {
    this.#steps.count(LACKS[lack], atMs);
    if (place !== undefined) this.#places.add(place);
  }

  /** All looks so far. */
  get looks(): readonly WatchedLook[] {
    return this.#looks.all;
  }

  /** Looks a last time, at the end of the load, and says what was seen. */
  async end(signal: AbortSignal | undefined): Promise<LoadWatch> {
    this.#isOver = true;
    this.#timer?.cancel();
    await Promise.all([this.#looking, this.#others.finish()]);
    if (!signal?.aborted) await this.#look((): boolean => this.#unread.size > 0);
    this.#countWaiting();
    await this.close();
    return {
      nodes: this.#nodes,
      ends: this.#balances.ends,
      endsInAll: 2 * this.#start.filterEdges((_key, { state }) => state === 'opened').length,
      stepMs: this.#steps.stepMs,
      steps: this.#steps.steps,
      drained: this.#balances.depleted,
      drainedInAll: this.#balances.depletedInAll,
      places: this.#places.most(MOST_PLACES),
      ...(this.#stops.nodes.length === 0 ? {} : { stopped: this.#stops.nodes }),
    };
  }

  /** Looks no further. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#timer?.cancel();
    await this.#looks.close();
  }

  #lookIn(waitMs: number): void {
    this.#timer = this.#clock.schedule(waitMs, () => {
      const fromMs = this.#clock.nowMs();
      this.#looking = this.#turn().then((reads) => {
        if (this.#isOver) return;
        const restMs = REST_FACTOR * (this.#clock.nowMs() - fromMs);
        this.#lookIn(Math.max(SHORTEST_WAIT_MS, (1000 * reads) / MOST_READS_PER_SECOND, restMs));
      });
    });
  }

  /** How many reads it was: of the nodes that tell the balances, and of others in what room is left. */
  async #turn(): Promise<number> {
    const isEnough = (): boolean => this.#isOver;
    const reads = READS_PER_NODE * this.#nodes.length;
    const more = Math.max(1, (MOST_READS_PER_SECOND * SHORTEST_WAIT_MS) / 1000 - reads);
    await this.#look(isEnough);
    return reads + (await this.#others.turn(more, isEnough));
  }

  // One after the other, so that reading is no load of its own.
  async #look(isEnough: () => boolean): Promise<void> {
    for (const node of this.#nodes) {
      if (isEnough()) break;
      const channels = await this.#looks.channels(node);
      const pending = channels.kind === 'ok' ? await this.#looks.pending(node) : channels;
      if (channels.kind === 'ok') this.#balances.take(node, channels.value, this.#clock.nowMs());
      if (pending.kind === 'ok') this.#pending.set(node, pending.value);
      if (channels.kind === 'ok' && pending.kind === 'ok') this.#unread.delete(node);
      else this.#unread.add(node);
    }
    this.#countWaiting();
    const levels = {
      depletedEnds: this.#balances.depletedEnds,
      pending: heldLocks(this.#start, this.#pending).payments,
      unread: this.#unread.size,
    };
    this.#steps.read(levels, this.#clock.nowMs());
  }
}

const LACKS = {
  money: 'shortOfMoney',
  locks: 'shortOfLocks',
  way: 'shortOfWay',
  service: 'notServed',
  fees: 'tooDear',
  node: 'whileStopped',
} as const;
