import { InterruptedError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { anyAborted } from '../../runtime/unless-aborted.ts';

/** A time after which nothing more is waited for, and the signal of whoever may stop it before. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The result of some work that ends by itself when its signal is aborted. */
export async function withinTime<T>(
  { clock, untilMs, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = clock.schedule(Math.max(0, untilMs - clock.nowMs()), () => over.abort());
  try {
    return await work(anyAborted([signal, over.signal]));
  } finally {
    timer.cancel();
  }
}

/** True for what work throws that was broken off by its time limit, and not by whoever may stop it. */
export function isOutOfTime(error: unknown, { signal }: Pick<TimeLimit, 'signal'>): boolean {
  return error instanceof InterruptedError && signal?.aborted !== true;
}
