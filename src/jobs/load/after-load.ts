import { directoryOf } from '../../model/network/directory.ts';
import type { HistoryLook } from '../../model/load/history-look.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { Network } from '../../model/network/network.ts';
import type { Moment, Reading, View } from '../../model/run/reading.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EndedLoad, JudgedLoad } from './load-judging.ts';
import { HeldLooks } from '../../checks/money/held-looks.ts';
import { judgeReadings } from './judge-readings.ts';
import { readView } from '../target/observe.ts';
import { probeRecovery } from './probe-recovery.ts';
import type { TargetConnections } from '../target/connections.ts';
import { SHARD_PAUSE_MS } from '../../model/load/shard-clocks.ts';
import { sleep } from '../drive/sleep.ts';

/** What every node shows before the first payment: what stood there is not the load's doing. */
export function readBeforeLoad(reads: Reads): Promise<readonly Reading[]> {
  return readAll(reads, 'start', VIEWS);
}

/**
 * When the last payment has ended: waits until nothing is pending, reads everything, resolves by it what got no
 * answer, checks, and then pays a little to see whether the target is well.
 */
export async function afterLoad(
  load: EndedLoad,
  { before, looks }: { readonly before: readonly Reading[]; readonly looks: readonly HistoryLook[] },
): Promise<JudgedLoad> {
  const { header, start, records, signal } = load;
  const unread = { records, readings: before, looks, findings: [] };
  if (signal?.aborted) return { ...unread, checks: notChecked(BROKEN_OFF) };
  if (header.shard !== undefined) {
    await sleep({ clock: load.clock, ms: SHARD_PAUSE_MS, signal });
    const readings = [...before, ...(await readAfterLoad(load))];
    return { ...unread, readings, checks: notChecked(ONE_OF_SEVERAL) };
  }
  const held = new HeldLooks({ start, endedAtMs: load.clock.nowMs() });
  const isSettled = await untilAtRest(load, held);
  const after = await readAll(load, 'end', VIEWS);
  const readings = [...before, ...after];
  if (signal?.aborted || !isSettled) {
    const checks = notChecked(signal?.aborted ? BROKEN_OFF : TOO_EARLY);
    return { ...unread, readings, aftermath: held.aftermath, checks };
  }
  const judged = judgeReadings({ ...load, readings, looks });
  const { end } = judged;
  const look = async (): Promise<void> => {
    const pending = await readAll(load, 'end', [{ kind: 'pending' }]);
    held.add(pending, load.clock.nowMs());
  };
  const recovery = await probeRecovery({ ...load, end }, look);
  // What is held after that grows or shrinks without load.
  if (held.isHolding) await look();
  return {
    ...judged,
    readings,
    looks,
    aftermath: held.aftermath,
    findings: [...judged.findings, ...recovery.findings],
    checks: [...judged.checks, recovery.check],
  };
}

const BROKEN_OFF = 'the load was broken off';
const TOO_EARLY = 'something was still on its way when the wait for it was cut short';

// Others may still pay: whether they do is known when all shards are joined.
const ONE_OF_SEVERAL =
  'a shard by itself; millrace report with the folders of all shards checks them together';

/** What every node shows when nothing is on its way any more. */
export async function readAfterLoad(reads: Reads): Promise<readonly Reading[]> {
  // Other shards count on it.
  const patient = { ...reads, hurry: undefined };
  await untilAtRest(patient, new HeldLooks({ start: reads.start, endedAtMs: reads.clock.nowMs() }));
  return await readAll(reads, 'end', VIEWS);
}

interface Reads {
  readonly start: Network;
  readonly connections: TargetConnections;
  /** The run's clock. */
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly hurry?: AbortSignal | undefined;
}

const VIEWS: readonly View[] = [
  { kind: 'channels' },
  { kind: 'connections' },
  { kind: 'history' },
  { kind: 'pending' },
];

async function readAll(
  { start, connections, clock, signal }: Reads,
  moment: Moment,
  views: readonly View[],
): Promise<readonly Reading[]> {
  const directory = directoryOf(start);
  const readings = await Promise.all(
    start.nodes().map(async (node) => {
      const own: Reading[] = [];
      for (const view of views) {
        if (signal?.aborted) break;
        const value = await readView({ api: connections.readers.node(node), view, directory });
        own.push({ moment, node, view, value, attempt: 1, atMs: clock.nowMs() });
      }
      return own;
    }),
  );
  return readings.flat();
}

// A transfer on its way is unlocked within seconds or not before its lock expires, half an hour later.
const LONGEST_REST_MS = 10_000;
const LOOK_AGAIN_MS = 100;

// Twice in a row, because nodes are not read at one moment and a transfer may move between two looks. False when
// the wait was cut short.
async function untilAtRest(load: Reads, held: HeldLooks): Promise<boolean> {
  const { clock, signal, hurry } = load;
  const limitMs = clock.nowMs() + LONGEST_REST_MS;
  for (let quiet = 0, looks = 0; ; looks += 1) {
    const pending = await readAll(load, 'end', [{ kind: 'pending' }]);
    const isQuiet = pending.every(({ value }) => value.kind !== 'pending' || value.transfers.length === 0);
    quiet = isQuiet ? quiet + 1 : 0;
    const isLate = clock.nowMs() >= limitMs;
    const isLast = quiet === 2 || isLate || signal?.aborted || (hurry?.aborted && !isQuiet);
    if (looks === 0 || (isLast && held.isHolding)) held.add(pending, clock.nowMs());
    if (isLast) return quiet === 2 || isLate;
    await sleep({ clock, ms: LOOK_AGAIN_MS, signal });
  }
}

function notChecked(detail: string): LoadResult['checks'] {
  return [{ name: 'after-load', verdict: 'not-checked', detail }];
}
