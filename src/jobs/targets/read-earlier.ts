import { directoryOf } from '../../model/network/directory.ts';
import type { Network } from '../../model/network/network.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Nodes } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { readView } from './read-view.ts';
import { changesAmong } from './start-looks.ts';

const LOOK_AGAIN_MS = 100;

/** What it takes to see what nodes hold before a run. */
export interface EarlierReads {
  readonly start: Network;
  readonly nodes: Pick<Nodes, 'node'>;
  /** The run's clock. */
  readonly clock: Clock;
  /** How long what an earlier run has sent may still be on its way. */
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads what nodes list as pending before a run, once what was merely on its way has had its time: the last look at
 * each node, and every change before it.
 */
export async function readEarlier({
  start,
  nodes,
  clock,
  settleMs,
  signal,
}: EarlierReads): Promise<readonly Reading[]> {
  const directory = directoryOf(start);
  const view = { kind: 'pending' } as const;
  const limitMs = clock.nowMs() + settleMs;
  const looks: Reading[] = [];
  for (;;) {
    const now = await Promise.all(
      start.nodes().map(async (node): Promise<Reading[]> => {
        const value = await unlessAborted(readView(nodes.node(node), view, directory), undefined, signal);
        if (value === undefined) return [];
        return [{ moment: 'start', node, view, value, attempt: 1, atMs: clock.nowMs() }];
      }),
    );
    const readings = now.flat();
    const isFirst = looks.length === 0;
    looks.push(...readings);
    // Rubbish may have been told once, and hidden what is pending.
    const isOpen = holdsAnything(readings) || (isFirst && readings.some(isRubbish));
    if (!isOpen || signal?.aborted || clock.nowMs() >= limitMs) return changesAmong(looks);
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
}

function isRubbish({ value }: Reading): boolean {
  return value.kind === 'unread' && value.isAnswered === true;
}

/** True when some node lists a transfer as pending. */
export function holdsAnything(readings: readonly Reading[]): boolean {
  return readings.some(({ value }) => value.kind === 'pending' && value.transfers.length > 0);
}
