import { judgeCourse } from '../../checks/course/load-course.ts';
import { foresee } from '../../checks/foresight/foresee.ts';
import { deadEndText } from '../../checks/course/dead-end-text.ts';
import { deadEnds } from '../../checks/course/dead-ends.ts';
import { checkLoad } from '../../checks/load-checks.ts';
import { judgementOf } from '../../checks/check.ts';
import { atRest } from '../../checks/money/at-rest.ts';
import { HeldLooks } from '../../checks/money/held-looks.ts';
import { judgeThresholds } from '../../checks/performance/judge-thresholds.ts';
import { resolvedFigures } from '../../model/load/resolved-counts.ts';
import { resolveOutcomes } from '../../checks/outcomes/resolve-outcomes.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { SHARD_PAUSE_MS } from '../../model/load/shard-clocks.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { networkAtEnd } from '../../model/network/network-as-shown.ts';
import { earlierTransfers, withoutEarlier } from '../../model/earlier-transfers.ts';
import type { Foreseen } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import { type Run, type RunHeader, timingOf } from '../../model/run/run.ts';
import type { LoadObserver } from '../../ports/load-engine.ts';
import { sleep } from '../../runtime/sleep.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import type { OnPhase } from '../phase.ts';
import { readEarlier } from '../targets/read-earlier.ts';
import type { TargetConnections } from '../targets/connections.ts';
import { changesAmong } from '../targets/start-looks.ts';
import type { Target } from '../targets/target.ts';
import { type LoadReads, readAll, readAtRest, readPending, untilAtRest } from './load-readings.ts';
import { probeRecovery } from './probe-recovery.ts';
import { HistoryWatcher } from './watch/history-watcher.ts';
import { LoadWatcher } from './watch/load-watcher.ts';

/** The targets of a load, and what is asked of them. */
export interface JudgedTargets {
  readonly header: RunHeader;
  readonly start: Network;
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Nothing but its own payments is judged: the targets are not read. */
  readonly figuresOnly: boolean;
}

/** A load whose last payment has ended. */
export interface EndedLoad
  extends Omit<LoadReads, 'timing' | 'readings' | 'connections'>,
    Pick<Run, 'header' | 'records' | 'readings'> {
  readonly connections: Pick<TargetConnections, 'readers' | 'preparers' | 'askAgain'>;
  /** What its own payments tell. */
  readonly load: LoadResult;
  readonly onPhase?: OnPhase | undefined;
}

/** What judging adds to the run; `load` holds what it adds to the load. */
export interface JudgedLoad extends Pick<Run, 'records' | 'readings' | 'end'> {
  readonly load: Pick<LoadResult, 'findings' | 'checks'> &
    Partial<Pick<LoadResult, 'thresholds' | 'course' | 'watch' | 'watched' | 'looks' | 'aftermath'>>;
}

/** Judges a load by what was certain of each payment, and by what its targets show before, while and after it runs. */
export class LoadJudge {
  readonly observers: readonly LoadObserver[];
  readonly #judged: JudgedTargets;
  readonly #isWhole: boolean;
  readonly #history = new HistoryWatcher();
  #watcher: LoadWatcher | undefined;
  #before: readonly Reading[] = [];
  #earlier = 0;

  constructor(judged: JudgedTargets) {
    this.#judged = judged;
    const { header, start } = judged;
    const { protocol } = header.scenario;
    // A shard sees its own payments only: nothing is certain of what the others leave in a channel, and what fails
    // for want of money may lack what another shard spent.
    this.#isWhole = header.shard === undefined;
    this.observers = this.#isWhole
      ? [
          foresee(start, protocol, timingOf(header)),
          {
            sent: (operation) => this.#doubted(operation.kind === 'pay'),
            still: ({ foreseen }) => this.#doubted(foreseen !== undefined),
          },
          {
            sent: (operation, atMs) => this.#watcher?.sent(operation, atMs),
            ended: (record) => this.#watcher?.ended(record),
          },
          this.#history,
        ]
      : [];
  }

  /**
   * Before the first payment: what stands there then is not the load's doing. `shown`: what nodes listed while the
   * load was prepared.
   */
  async before(reads: Omit<LoadReads, 'timing'>, shown: readonly Reading[]): Promise<readonly Reading[]> {
    if (this.#judged.figuresOnly) return [];
    const { settleMs } = timingOf(this.#judged.header);
    const earlier = await readEarlier({ ...reads, nodes: reads.connections.readers, settleMs });
    this.#before = changesAmong([...shown, ...earlier, ...(await readAll(reads, 'start'))]);
    this.#earlier = earlierTransfers({ start: reads.start, readings: this.#before }).payments;
    // So that the shard that read first had read before any other paid, whatever the clocks of other machines say.
    if (!this.#isWhole) await sleep(reads.clock, SHARD_PAUSE_MS, reads.signal);
    return this.#before;
  }

  /** Just before the first payment: the targets are looked at from now on. */
  watch({ connections, clock }: Pick<LoadReads, 'connections' | 'clock'>): void {
    const { start, targets, figuresOnly } = this.#judged;
    if (figuresOnly) return;
    this.#history.begin({ nodes: connections.readers, clock }, this.#before);
    if (!this.#isWhole) return;
    this.#watcher = new LoadWatcher(start, targets, clock);
    this.#watcher.begin();
  }

  // Locks of before take money and free places that nobody sees, and may keep whole channels from carrying anything.
  #doubted(isForeseen: boolean): Foreseen | undefined {
    return isForeseen && this.#earlier > 0 ? 'may-either' : undefined;
  }

  /** Lets go of what it holds. */
  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  /** Reads what the targets show, resolves what is indeterminate, and checks. */
  async after(ended: EndedLoad): Promise<JudgedLoad> {
    const { records, readings, load } = ended;
    if (this.#judged.figuresOnly) return { records, readings, load };
    const { signal } = ended;
    ended.onPhase?.('resting');
    const ending = this.#watcher?.end(signal);
    const watch = ending && (await unlessAborted(ending, undefined, signal));
    const course = judgeCourse(load.aggregate.series, watch);
    const looks = await unlessAborted(this.#history.finish(), [], signal);
    const watched = [...(this.#watcher?.looks ?? []), ...this.#history.unreadable];
    const judged = await afterLoad({ ...ended, load: { ...load, course, looks, watched } });
    const seen = watch === undefined ? { course, looks } : { course, looks, watch, watched };
    return { ...judged, load: { ...judged.load, ...seen } };
  }
}

/**
 * When the last payment has ended: waits until nothing is pending, reads everything, resolves by it what got no
 * answer, checks, and then pays a little to see whether the target is well.
 */
export async function afterLoad(load: EndedLoad): Promise<JudgedLoad> {
  const { header, start, records, readings: before, clock, signal } = load;
  const reads: LoadReads = { ...load, timing: timingOf(header) };
  if (signal?.aborted) return { records, readings: before, load: notChecked(BROKEN_OFF) };
  if (header.shard !== undefined) {
    await sleep(clock, SHARD_PAUSE_MS, signal);
    const readings = [...before, ...(await readAtRest(reads))];
    return { records, readings, load: notChecked(ONE_OF_SEVERAL) };
  }
  const held = new HeldLooks({ start, endedAtMs: clock.nowMs() });
  const { isSettled, unreadable } = await untilAtRest(reads, held);
  load.onPhase?.('reading-after');
  const readings = [...before, ...unreadable, ...(await readAll(load, 'end'))];
  if (signal?.aborted || !isSettled) {
    const unjudged = signal?.aborted ? notChecked(BROKEN_OFF) : notChecked(TOO_EARLY, 'unknown');
    return { records, readings, load: { ...unjudged, aftermath: held.aftermath } };
  }
  load.onPhase?.('judging');
  const judged = judgeReadings({ ...load, readings });
  load.onPhase?.('recovering');
  const look = async (): Promise<void> => held.add(await readPending(load), clock.nowMs());
  const recovery = await probeRecovery(
    {
      ...load,
      ...judged,
      stuck: stuckText({ ...load, ...judged, readings, partial: false, load: load.load }),
      earlier: earlierText({ start, readings }),
      dead: deadEnds({ ...load, ...judged, readings, partial: false, load: load.load })
        .filter(({ earlier }) => earlier === 0)
        .map((end) => deadEndText(end, start)),
    },
    look,
  );
  // What is held after that grows or shrinks without load.
  if (held.isHolding) await look();
  const findings = [...judged.load.findings, ...recovery.findings];
  const checks = [...judged.load.checks, recovery.check];
  return { ...judged, readings, load: { ...judged.load, findings, checks, aftermath: held.aftermath } };
}

// Also what is told with another finding about the same payment.
function stuckText(run: Run): string | undefined {
  const stuck = judgementOf(atRest, run).clues.length;
  return stuck === 0 ? undefined : `transfers of ${stuck} payments are pending that should be gone`;
}

// What was pending before the load and still is.
function earlierText({ start, readings }: Pick<Run, 'start' | 'readings'>): string | undefined {
  const later = withoutEarlier(readings);
  const count = (reading: Reading): number =>
    reading.value.kind === 'pending' ? reading.value.transfers.length : 0;
  const isHeld = readings.some(
    (reading) => reading.moment === 'end' && count(reading) > count(later(reading)),
  );
  if (!isHeld) return undefined;
  const { payments, channels } = earlierTransfers({ start, readings });
  return `${payments} payments from before the load are pending in ${channels.join(', ')}`;
}

const BROKEN_OFF = 'the load was broken off';
const TOO_EARLY = 'something was still on its way when the wait for it was cut short';

// Others may still pay: whether they do is known when all shards are joined.
const ONE_OF_SEVERAL =
  'a shard by itself; millrace report with the folders of all shards checks them together';

function notChecked(
  detail: string,
  verdict: 'not-checked' | 'unknown' = 'not-checked',
): Pick<LoadResult, 'findings' | 'checks'> {
  return { findings: [], checks: [{ name: 'after-load', verdict, detail }] };
}

/**
 * Resolves by what the targets showed before and after a load what got no answer, checks everything against it, and
 * judges the thresholds by the counts that follow.
 * Asks no target anything.
 */
export function judgeReadings(
  run: Pick<Required<Run>, 'header' | 'start' | 'records' | 'readings' | 'load'>,
): Pick<Required<Run>, 'records' | 'end'> & {
  readonly load: Pick<LoadResult, 'findings' | 'checks' | 'thresholds'>;
} {
  const records = resolveOutcomes(run);
  const end = networkAtEnd(run.start, run.readings);
  const judged = checkLoad({ ...run, records, end, partial: false });
  const findings = judged.flatMap((one) => one.findings);
  const { spec, aggregate } = run.load;
  const thresholds = judgeThresholds(spec.thresholds, resolvedFigures(aggregate, records));
  return { records, end, load: { findings, checks: judged.map(({ check }) => check), thresholds } };
}
