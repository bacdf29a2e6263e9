import { withoutEarlier } from '../../model/earlier-transfers.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { type Moment, type Reading, type View, WHOLE_VIEWS } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import { sleep } from '../../runtime/sleep.ts';
import { HeldLooks } from '../../verdict/facts/held-locks.ts';
import { connectTargets, READ_DEADLINE_MS, type TargetConnections } from '../targets/connections.ts';
import { holdsAnything, isUnreadable, type NodesToRead, readNodes } from '../targets/read-view.ts';
import { changesAmong } from '../targets/start-looks.ts';
import { type Target, targetsByName } from '../targets/target.ts';

/** The connections and limits for reading the targets of a load. */
export interface LoadReads extends Omit<NodesToRead, 'nodes'> {
  readonly connections: Pick<TargetConnections, 'readers' | 'askAgain'>;
  /** How long a transfer may still be on its way. */
  readonly timing: Pick<TargetTiming, 'restMs'>;
  /** Readings of before the load: transfers that were pending then are not the load's, and not waited for. */
  readonly readings?: readonly Reading[];
  /** Aborted: nothing more is waited for. */
  readonly hurry?: AbortSignal | undefined;
}

/** Everything every node shows now, also those that have not answered lately. */
export function readAll(reads: Omit<LoadReads, 'timing'>, moment: Moment): Promise<readonly Reading[]> {
  reads.connections.askAgain();
  const sample = moment === 'end' ? sampledViews(reads.start) : new Map<NodeName, readonly View[]>();
  const nodes = reads.connections.readers;
  return readNodes({ ...reads, nodes }, moment, (node) => [...WHOLE_VIEWS, ...(sample.get(node) ?? [])]);
}

// Enough to see whether a node shows parts of its lists as it shows the whole.
const MOST_SAMPLED = 5;

/** Views of some nodes beside their whole lists, spread over the network: parts for one channel's token and partner. */
function sampledViews(start: Network): ReadonlyMap<NodeName, readonly View[]> {
  // With a single channel the parts are the whole.
  if (start.size < 2) return new Map();
  const nodes = start.filterNodes((node) => start.degree(node) > 0);
  const sampled = nodes.filter((_node, at) => (at * MOST_SAMPLED) % nodes.length < MOST_SAMPLED);
  return new Map(
    sampled.map((node) => {
      const key = start.edges(node)[0] as string;
      const { token } = start.getEdgeAttributes(key);
      const pair = { token, partner: start.opposite(node, key) };
      const parts: readonly View[] = [
        { kind: 'channels', token },
        { kind: 'channel', ...pair },
        { kind: 'history', token },
        { kind: 'history', ...pair },
        { kind: 'pending', token },
        { kind: 'pending', ...pair },
      ];
      return [node, parts] as const;
    }),
  );
}

/** The transfers that every node shows as pending now, without those of before the load. */
export async function readPending(reads: Omit<LoadReads, 'timing'>): Promise<readonly Reading[]> {
  const nodes = reads.connections.readers;
  const pending = await readNodes({ ...reads, nodes }, 'end', () => [{ kind: 'pending' }]);
  return pending.map(withoutEarlier(reads.readings ?? []));
}

/** Readings of the targets of a load that is over, taken now. */
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
  // On the clock of the load, so that locks of its payments are known to have expired.
  const { begunAt = currentDate() } = header;
  const clock = new RealClock({ agoMs: Date.parse(currentDate()) - Date.parse(begunAt) });
  try {
    const reads = { start, connections, clock, timing: timingOf(header), signal: undefined };
    const { looks } = await untilAtRest(reads, new HeldLooks({ start, endedAtMs: clock.nowMs() }));
    return [...looks, ...(await readAll(reads, 'end'))];
  } finally {
    await connections.close();
  }
}

const LOOK_AGAIN_MS = 100;

/**
 * Waits until nothing is pending twice in a row, because nodes are not read at one moment and a transfer may move
 * between two looks; at most as long as anything but a lock that has to expire takes. `isSettled`: not cut short
 * before. `looks`: answers meanwhile that were not as the API says, and at last the lists of nodes at which it is not
 * known that they had come to rest.
 */
export async function untilAtRest(
  reads: LoadReads,
  held: HeldLooks,
): Promise<{ readonly isSettled: boolean; readonly looks: readonly Reading[] }> {
  const { clock, timing, signal, hurry } = reads;
  const limitMs = clock.nowMs() + timing.restMs;
  const unreadable: Reading[] = [];
  // A node that lets one of these looks wait until its deadline is read once more after the wait, not at each look.
  reads.connections.askAgain({ once: true });
  for (let quiet = 0, looks = 0; ; looks += 1) {
    const isLate = clock.nowMs() >= limitMs;
    const pending = await readPending(reads);
    const isQuiet = !holdsAnything(pending);
    quiet = isQuiet ? quiet + 1 : 0;
    const isLast = quiet === 2 || isLate || signal?.aborted || (hurry?.aborted && !isQuiet);
    if (looks === 0 || (isLast && held.isHolding)) held.add(pending, clock.nowMs());
    unreadable.push(...pending.filter(isUnreadable));
    if (isLast) {
      const restless = pending.filter((look) => look.value.kind === 'unread' || holdsAnything([look]));
      return { isSettled: quiet === 2 || isLate, looks: changesAmong([...unreadable, ...restless]) };
    }
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
}
