import type { ExecutorSource } from './executor-source.ts';

/**
 * Starts at moments that do not depend on the answers, so that a slow target shows as waiting and not as fewer
 * payments. When `maxVus` are in flight, or when it is closed, a start that comes due is dropped.
 */
export function openLoop({
  moments,
  endMs,
  maxVus,
}: {
  /** Ascending. */
  readonly moments: Iterable<number>;
  readonly endMs: number;
  readonly maxVus: number;
}): ExecutorSource {
  const iterator = moments[Symbol.iterator]();
  const advance = (): number => {
    const { value, done } = iterator.next();
    return done === true ? Number.POSITIVE_INFINITY : value;
  };
  let inFlight = 0;
  let closed = false;
  let dueMs = advance();
  return {
    endMs,
    nextAtMs: () => dueMs,
    take() {
      dueMs = advance();
      if (closed || inFlight >= maxVus) return 'drop';
      inFlight += 1;
      return 'start';
    },
    ended() {
      inFlight -= 1;
    },
    close() {
      closed = true;
    },
    get isExhausted() {
      return dueMs === Number.POSITIVE_INFINITY;
    },
  };
}
