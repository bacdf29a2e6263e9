import type { Network, NodeName } from '../../model/network/network.ts';
import type { Reading } from '../../model/run/reading.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { readAfterLoad } from '../load/after-load.ts';
import { connectTargets } from './connections.ts';
import { type Target, targetsByName } from './target.ts';

// Only what pays has a deadline of its own.
const NOTHING_IS_PAID_MS = 0;

/** What the targets of a load that is over show now. */
export async function readTargets({
  start,
  targets,
}: {
  /** Of the load: whose addresses they have. */
  readonly start: Network;
  readonly targets: Readonly<Record<NodeName, Target | string>>;
}): Promise<readonly Reading[]> {
  const connections = connectTargets({
    targets: targetsByName(targets),
    operations: [],
    speed: 1,
    deadlineMs: NOTHING_IS_PAID_MS,
    onExchange: undefined,
  });
  try {
    return await readAfterLoad({ start, connections, clock: new RealClock(), signal: undefined });
  } finally {
    await connections.close();
  }
}
