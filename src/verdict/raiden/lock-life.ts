import { isPaymentRecord, type PaymentRecord, type PayRequest } from '../../model/run/operation.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { hasExpired } from '../refusals.ts';

// The initiator gives up so many blocks after the lock's expiration (raiden.md 2.5); one more for the grain.
const BLOCKS_UNTIL_RELEASED = 11;
// A single answer may be wrong.
const FEWEST_ANSWERS = 2;
// Some blocks take longer than others.
const LONGER_THAN_OBSERVED = 1.5;

/** How long the locks of a payment may last. */
export interface LockLife {
  /** From when it was sent until every lock of it is released. */
  readonly blocks: number;
  /** On the run's clock. */
  readonly untilMs: number;
}

/**
 * Nodes do not say when a lock expires, but when its payment was sent is known, and how long blocks take at most. An
 * initiator's lock is the last one of its payment, so that its answer that it has expired tells more of the blocks.
 */
export function lockLives({
  start,
  header,
  records,
}: Pick<Run, 'start' | 'header' | 'records'>): (payment: PaymentRecord) => LockLife {
  const sets = records.flatMap(({ operation }) => (operation.kind === 'set' ? [operation] : []));
  // Until the lock is released: as long as asked for, or twice the reveal timeout of the channel it leaves by, and on.
  const blocksOf = ({ node, token, lockTimeout }: PayRequest): number => {
    if (lockTimeout !== undefined) return lockTimeout + BLOCKS_UNTIL_RELEASED;
    let reveal = 0;
    start.forEachEdge(node, (_key, channel, source) => {
      const [first, second] = channel.revealTimeout;
      if (channel.token === token) reveal = Math.max(reveal, source === node ? first : second);
    });
    for (const set of sets)
      if (set.node === node && set.token === token) reveal = Math.max(reveal, set.revealTimeout);
    return 2 * reveal + BLOCKS_UNTIL_RELEASED;
  };
  const observed: number[] = [];
  // Nothing tells which timeout a payment had where some are set.
  for (const record of sets.length > 0 ? [] : records.filter(isPaymentRecord)) {
    const { outcome, operation, startedAtMs, endedAtMs } = record;
    if (hasExpired(outcome)) observed.push((endedAtMs - startedAtMs) / blocksOf(operation));
  }
  const assumedMs = timingOf(header).longestBlockMs;
  const learntMs = observed.length < FEWEST_ANSWERS ? assumedMs : LONGER_THAN_OBSERVED * most(observed);
  const blockMs = Math.min(assumedMs, learntMs);
  return ({ operation, startedAtMs }) => {
    const blocks = blocksOf(operation);
    return { blocks, untilMs: startedAtMs + blocks * blockMs };
  };
}

function most(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other), 0);
}

/** True when a channel takes locks of the usual length: they end before it can be settled (raiden.md 2.2). */
export function takesLocks({
  reveal,
  settle,
}: {
  readonly reveal: number;
  readonly settle: number;
}): boolean {
  return settle >= 2 * reveal;
}
