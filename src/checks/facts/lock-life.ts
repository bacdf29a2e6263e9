import type { PayRequest } from '../../model/run/operation.ts';
import type { PaymentRecord } from '../../model/run/outcome.ts';
import { type Run, timingOf } from '../../model/run/run.ts';

// The initiator gives up so many blocks after the lock's expiration (raiden.md 2.5); one more for the grain.
const BLOCKS_UNTIL_RELEASED = 11;

/** How long the locks of a payment may last. */
export interface LockLife {
  /** From when it was sent until every lock of it is released. */
  readonly blocks: number;
  /** On the run's clock. */
  readonly untilMs: number;
}

/** Nodes do not say when a lock expires, but when its payment was sent is known, and how long blocks take at most. */
export function lockLife(
  { operation, startedAtMs }: Pick<PaymentRecord, 'operation' | 'startedAtMs'>,
  { start, header }: Pick<Run, 'start' | 'header'>,
): LockLife {
  const blocks = lockBlocks(operation, start) + BLOCKS_UNTIL_RELEASED;
  return { blocks, untilMs: startedAtMs + blocks * timingOf(header).longestBlockMs };
}

/** Blocks a lock lasts: as asked for, or twice the reveal timeout of the channel it leaves by. */
function lockBlocks({ node, token, lockTimeout }: PayRequest, start: Run['start']): number {
  if (lockTimeout !== undefined) return lockTimeout;
  let reveal = 0;
  start.forEachEdge(node, (_key, channel, source) => {
    const [first, second] = channel.revealTimeout;
    if (channel.token === token) reveal = Math.max(reveal, source === node ? first : second);
  });
  return 2 * reveal;
}
