import { HeldLooks } from '../../checks/money/held-looks.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { withoutEarlier } from '../../model/earlier-transfers.ts';
import type { Moment, Reading, View } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import { zeroOf } from '../../model/load/shard-clocks.ts';
import type { Clock } from '../../ports/clock.ts';
import { LoadClock } from '../../runtime/load-clock.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { sleep } from '../../runtime/sleep.ts';
import { connectTargets, READ_DEADLINE_MS, type TargetConnections } from '../targets/connections.ts';
import { readView } from '../targets/read-view.ts';
import { changesAmong } from '../targets/start-looks.ts';
import { type Target, targetsByName } from '../targets/target.ts';

/** What it takes to read the targets of a load. */
export interface LoadReads {
  readonly start: Network;
  readonly connections: Pick<TargetConnections, 'readers' | 'askAgain'>;
  /** The run's clock. */
  readonly clock: Clock;
  /** How long a transfer may still be on its way. */
  readonly timing: Pick<TargetTiming, 'restMs'>;
  /** What was read before the load: what was pending then is not waited for, and not the load's. */
  readonly readings?: readonly Reading[];
  /** Aborted: nothing more is read. */
  readonly signal: AbortSignal | undefined;
  /** Aborted: nothing more is waited for. */
  readonly hurry?: AbortSignal | undefined;
}

const EVERYTHING: readonly View[] = [
  { kind: 'channels' },
  { kind: 'connections' },
  { kind: 'history' },
  { kind: 'pending' },
];

/** Everything every node shows now, also those that have not answered lately. */
export function readAll(reads: Omit<LoadReads, 'timing'>, moment: Moment): Promise<readonly Reading[]> {
  reads.connections.askAgain();
  return read(reads, moment, EVERYTHING);
}

/** What every node shows as pending now, and was not pending before the load. */
export async function readPending(reads: Omit<LoadReads, 'timing'>): Promise<readonly Reading[]> {
  const pending = await read(reads, 'end', [{ kind: 'pending' }]);
  return pending.map(withoutEarlier(reads.readings ?? []));
}

/** Everything every node shows when nothing is on its way any more: other shards count on it, so nothing cuts the wait short. */
export async function readAtRest({ hurry: _hurry, ...reads }: LoadReads): Promise<readonly Reading[]> {
  const held = new HeldLooks({ start: reads.start, endedAtMs: reads.clock.nowMs() });
  const { unreadable } = await untilAtRest(reads, held);
  return [...unreadable, ...(await readAll(reads, 'end'))];
}

/** What the targets of a load that is over show now. */
export async function readTargets(
  { header, start }: Pick<Run, 'header' | 'start'>,
  targets: Readonly<Record<NodeName, Target | string>>,
): Promise<readonly Reading[]> {
  const connections = connectTargets({
    targets: targetsByName(targets),
    operations: [],
    speed: 1,
    // Nothing is paid.
    deadlineMs: READ_DEADLINE_MS,
    onExchange: undefined,
  });
  const clock = new LoadClock();
  const begunMs = zeroOf(header);
  // On the clock of the load, so that what its payments locked is known to have expired.
  if (begunMs !== undefined) clock.beginAt(begunMs);
  try {
    return await readAtRest({ start, connections, clock, timing: timingOf(header), signal: undefined });
  } finally {
    await connections.close();
  }
}

const LOOK_AGAIN_MS = 100;

/**
 * Waits until nothing is pending twice in a row, because nodes are not read at one moment and a transfer may move
 * between two looks; at most as long as anything but a lock that has to expire takes. `isSettled`: not cut short
 * before. `unreadable`: answers meanwhile that were not as the API says.
 */
export async function untilAtRest(
  reads: LoadReads,
  held: HeldLooks,
): Promise<{ readonly isSettled: boolean; readonly unreadable: readonly Reading[] }> {
  const { clock, timing, signal, hurry } = reads;
  const limitMs = clock.nowMs() + timing.restMs;
  const unreadable: Reading[] = [];
  for (let quiet = 0, looks = 0; ; looks += 1) {
    const pending = await readPending(reads);
    const isQuiet = pending.every(({ value }) => value.kind !== 'pending' || value.transfers.length === 0);
    quiet = isQuiet ? quiet + 1 : 0;
    const isLate = clock.nowMs() >= limitMs;
    const isLast = quiet === 2 || isLate || signal?.aborted || (hurry?.aborted && !isQuiet);
    if (looks === 0 || (isLast && held.isHolding)) held.add(pending, clock.nowMs());
    unreadable.push(...pending.filter(({ value }) => value.kind === 'unread' && value.isAnswered === true));
    if (isLast) return { isSettled: quiet === 2 || isLate, unreadable: changesAmong(unreadable) };
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
}

async function read(
  { start, connections, clock, signal }: Omit<LoadReads, 'timing'>,
  moment: Moment,
  views: readonly View[],
): Promise<readonly Reading[]> {
  const directory = directoryOf(start);
  const readings = await Promise.all(
    start.nodes().map(async (node) => {
      const own: Reading[] = [];
      for (const view of views) {
        if (signal?.aborted) break;
        const reads = readView(connections.readers.node(node), view, directory);
        const value = await unlessAborted(reads, undefined, signal);
        if (value === undefined) break;
        own.push({ moment, node, view, value, attempt: 1, atMs: clock.nowMs() });
      }
      return own;
    }),
  );
  return readings.flat();
}
